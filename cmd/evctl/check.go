package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/suggest"
)

type checkFlags struct {
	against, baseline, failOn     string
	staged, offline, all, onlyNew bool
	only, skip, formats           []string
	witness                       string
}

func newCheck(a *app) *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check",
		Short: "The gate: judge what changed against the base branch",
		Long: `Judge what the work tree changes against the base branch: schemas, events and
exceptions, by the rules of all families. Without a configuration it looks for
schemas itself.`,
		Example: `  evctl check                          # in a pull request, or before one
  evctl check --staged                 # in a hook: the index, without network
  evctl check --all                    # every subject, changed or not
  evctl check -f text -f sarif=out.sarif
  evctl check --against =v1.4.0 --only compat,registry`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(cmd.Context(), f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.against, "against", "", "compare with the merge-base with `REF`; =REF means exactly it (default: the base branch)")
	flags.BoolVar(&f.staged, "staged", false, "judge the index, not the work tree; never uses the network")
	flags.BoolVar(&f.offline, "offline", false, "leave the remote registry out")
	flags.BoolVar(&f.all, "all", false, "judge every subject, not only those that changed")
	flags.StringSliceVar(&f.only, "only", nil, "these `FAMILIES` or rules alone")
	flags.StringSliceVar(&f.skip, "skip", nil, "all but these `FAMILIES` or rules")
	flags.BoolVar(&f.onlyNew, "new", false, "hide findings that the base has too")
	flags.StringVar(&f.baseline, "baseline", "", "`write` today's findings as known debt, or shrink the list")
	formatFlag(c, &f.formats)
	witnessFlag(c, &f.witness)
	flags.StringVar(&f.failOn, "fail-on", "", "least `SEVERITY` that fails: error, warning, info or never (default: as configured, error)")
	complete(c, "only", completeFamilies)
	complete(c, "skip", completeFamilies)
	complete(c, "fail-on", fixed("error", "warning", "info", "never"))
	complete(c, "baseline", fixed("write"))
	return c
}

// newBreaking is check for hands that know buf.
func newBreaking(a *app) *cobra.Command {
	c := newCheck(a)
	c.Use, c.Hidden = "breaking", true
	run := c.RunE
	c.RunE = func(cmd *cobra.Command, args []string) error {
		fmt.Fprintln(a.stderr, "evctl: breaking is called check here; running evctl check")
		return run(cmd, args)
	}
	return c
}

func (a *app) check(ctx context.Context, f checkFlags) error {
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	if f.baseline != "" && f.baseline != "write" {
		return usage("--baseline write", "unknown value %q of --baseline%s", f.baseline, suggest.Hint(f.baseline, []string{"write"}))
	}
	events, err := wholeEvents(f.witness)
	if err != nil {
		return err
	}
	conf, err := a.load()
	if err != nil && !(errors.Is(err, config.ErrNothing) && a.inRepository()) { // the base may hold something
		return err
	}
	if err := setFailOn(conf, f.failOn); err != nil {
		return err
	}
	boundMemory()
	start := time.Now()
	done := a.progress("checking")
	r, err := ci.Run(ctx, ci.Options{
		Config: conf, Against: f.against, Staged: f.staged, Offline: f.offline, All: f.all,
		Only: f.only, Skip: f.skip, New: f.onlyNew, WriteBaseline: f.baseline == "write", WholeEvents: events, Tool: tool(),
		Cache: cache(), Build: build(),
	})
	done()
	if err != nil {
		return err
	}
	return a.conclude(&r, outputs, conf, f.staged, start)
}

// conclude prints what a run over the repository found, and fails on what the
// configuration says fails.
func (a *app) conclude(r *report.Report, outputs []output, conf *config.Config, staged bool, start time.Time) error {
	style := a.style()
	style.Elapsed = time.Since(start)
	style.Rules, style.Exceptions, style.Fails = ci.Rules(), true, conf.FailOn.Fails
	a.locate(&style, conf, staged)
	if err := a.print(r, outputs, style); err != nil {
		return err
	}
	if ci.ExitCode(*r, nil, conf.FailOn) != ci.ExitClean {
		return errFindings
	}
	return nil
}

// setFailOn lets a flag decide over the configuration.
func setFailOn(conf *config.Config, text string) error {
	if text == "" {
		return nil
	}
	if err := conf.FailOn.UnmarshalText([]byte(text)); err != nil {
		return usage("error is the default", "--fail-on: %s", err)
	}
	return nil
}

// progress says on a terminal what takes so long, until done is called.
func (a *app) progress(what string) (done func()) {
	return a.showing(func(time.Duration) string { return what })
}

// showing writes a line to the terminal twice a second until done.
func (a *app) showing(line func(elapsed time.Duration) string) (done func()) {
	if !isTerminal(a.stderr) || a.quiet {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		start := time.Now()
		for shown := false; ; shown = true {
			select {
			case <-stop:
				if shown {
					fmt.Fprint(a.stderr, "\r\x1b[K")
				}
				return
			case <-time.After(500 * time.Millisecond):
				elapsed := time.Since(start)
				fmt.Fprintf(a.stderr, "\r%s, %.1fs \x1b[K", line(elapsed), elapsed.Seconds())
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
