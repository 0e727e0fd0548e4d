package main

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
)

type lintFlags struct {
	staged, changed, onlyNew    bool
	confidence, against, failOn string
	formats                     []string
}

func newLint(a *app) *cobra.Command {
	var f lintFlags
	c := &cobra.Command{
		Use:   "lint [PACKAGES]",
		Short: "Judge Go code that writes state and publishes events",
		Long: `Judge the Go modules of the repository: dual writes, publishes inside of
transactions, calls without an idempotency key. Calls are followed through
interfaces, closures and packages. Nothing is compiled and nothing is
downloaded; what could not be followed is counted.`,
		Example: `  evctl lint                           # ./... of each module
  evctl lint ./internal/orders/...
  evctl lint --staged --changed        # in a hook: what the commit touches
  evctl lint --new                     # what the change adds
  evctl lint --min-confidence high -f sarif=lint.sarif`,
		Args: takes(0, unlimited),
		RunE: func(cmd *cobra.Command, args []string) error { return a.lint(cmd.Context(), args, f) },
	}
	flags := c.Flags()
	flags.BoolVar(&f.staged, "staged", false, "judge the index, not the work tree")
	flags.BoolVar(&f.changed, "changed", false, "report only packages that the change touches, and those that import them")
	flags.BoolVar(&f.onlyNew, "new", false, "hide findings that the base has too")
	flags.StringVar(&f.against, "against", "", "with --new and --changed, compare with the merge-base with `REF` (default: the base branch)")
	flags.StringVar(&f.confidence, "min-confidence", "", "least `CONFIDENCE` that is reported: high, medium or low (default: as configured, medium)")
	formatFlag(c, &f.formats)
	flags.StringVar(&f.failOn, "fail-on", "", "least `SEVERITY` that fails: error, warning, info or never (default: as configured, error)")
	complete(c, "min-confidence", fixed("high", "medium", "low"))
	complete(c, "fail-on", fixed("error", "warning", "info", "never"))
	return c
}

// maxMemory is from where on the collector works harder rather than let the
// process grow.
const maxMemory = 800 << 20

// boundMemory keeps what analyses Go code small: up to maxMemory, memory is
// cheaper than collecting. Whoever sets GOMEMLIMIT or GOGC knows better.
func boundMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(maxMemory)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
}

func (a *app) lint(ctx context.Context, packages []string, f lintFlags) error {
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	conf, err := a.load()
	if err != nil && !errors.Is(err, config.ErrNothing) { // Go code needs no schemas
		return err
	}
	if err := setFailOn(conf, f.failOn); err != nil {
		return err
	}
	if f.confidence != "" {
		if err := among("min-confidence", f.confidence, []string{"high", "medium", "low"}); err != nil {
			return err
		}
		conf.Lint.MinConfidence = f.confidence
	}
	if len(packages) > 0 {
		conf.Lint.Packages = packages
	}
	boundMemory()
	start := time.Now()
	done := a.progress("analysing")
	r, err := ci.Lint(ctx, ci.Options{Config: conf, Against: f.against, Staged: f.staged, Changed: f.changed, New: f.onlyNew, Tool: tool()})
	done()
	if err != nil {
		return err
	}
	return a.conclude(&r, outputs, conf, f.staged, start)
}
