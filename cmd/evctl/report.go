package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/inventory"
	"github.com/evctl/evctl/internal/atomicfile"
	"github.com/evctl/evctl/internal/suggest"
)

type reportFlags struct {
	output, asOf string
	formats      []string
	offline      bool
}

func newReport(a *app) *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report [REPO|RUN.json]…",
		Short: "The dashboard: exceptions, debt, conformance and schemas of repositories",
		Long: `Show where repositories stand: exceptions by owner, age, expiry and decision
time, known debt, conformance by service and clause, the RFC's success metrics,
schemas and versions. The page is one HTML file that needs nothing else.

A folder is a repository, which is judged as a whole; a file is what an earlier
evctl check -f json or evctl report -f json wrote. Without either it is the
repository of the current directory. A repository that cannot be judged is on
the page with the reason, and evctl ends with the exit code of that.`,
		Example: `  evctl report -o dashboard.html
  evctl report -o fleet.html ../orders ../ledger runs/billing.json
  evctl report -f html=dashboard.html -f openmetrics=evctl.prom -f markdown
  evctl report --as-of 2027-03-31 -o quarter.html   # what will have expired by then`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.report(cmd.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output; its ending names the format where -f does not")
	flags.StringArrayVarP(&f.formats, "format", "f", nil, "`FORMAT[=FILE]`: "+strings.Join(dashboard.Formats(), ", ")+"; may be repeated (default: html)")
	flags.StringVar(&f.asOf, "as-of", "", "the `DAY`, YYYY-MM-DD, that ages and states are as of (default: today)")
	flags.BoolVar(&f.offline, "offline", false, "leave remote registries out")
	complete(c, "format", fixed(dashboard.Formats()...))
	return c
}

func (a *app) report(ctx context.Context, sources []string, f reportFlags) error {
	outputs, err := a.dashboardOutputs(f)
	if err != nil {
		return err
	}
	now := time.Now()
	if f.asOf != "" {
		day, err := dashboard.ParseDay(f.asOf)
		if err != nil {
			return usage("--as-of 2027-03-31", "--as-of: %s", err)
		}
		now = day.Time()
	}
	if len(sources) == 0 {
		sources = []string{"."}
	}
	done := a.progress("reporting")
	d, failure := inventory.Gather(ctx, sources, inventory.Options{Dir: a.dir, ConfigFile: a.config, Now: now, Offline: f.offline, Tool: tool()})
	done()
	if len(d.Repositories) == 0 {
		return failure
	}
	for _, o := range outputs {
		if err := a.writeDashboard(&d, o); err != nil {
			return err
		}
	}
	return failure
}

// dashboardOutput is one format of a dashboard and where it goes.
type dashboardOutput struct {
	format, file string // file is empty for standard output
}

// dashboardFormat returns the format that the ending of a file names.
func dashboardFormat(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json":
		return "json"
	case ".md", ".markdown":
		return "markdown"
	case ".prom", ".txt", ".om":
		return "openmetrics"
	}
	return "html"
}

func (a *app) dashboardOutputs(f reportFlags) ([]dashboardOutput, error) {
	formats := f.formats
	if len(formats) == 0 {
		formats = []string{dashboardFormat(f.output)}
	}
	var outputs []dashboardOutput
	open := "" // the format that names no file
	for _, text := range formats {
		format, file, named := strings.Cut(text, "=")
		if _, ok := dashboard.Lookup(format); !ok {
			return nil, usage("formats are "+strings.Join(dashboard.Formats(), ", "), "unknown format %q%s", format, suggest.Hint(format, dashboard.Formats()))
		}
		if named && file == "" {
			return nil, usage("--format "+format+"=FILE", "format %q names no file", text)
		}
		if file == "" {
			if open != "" {
				return nil, usage("--format "+format+"=FILE", "both %s and %s would go to one place", open, format)
			}
			open, file = format, f.output
		}
		outputs = append(outputs, dashboardOutput{format, file})
	}
	if f.output != "" && open == "" {
		return nil, usage("leave one of them out", "every format names its file, and --output another")
	}
	if open == "html" && f.output == "" && isTerminal(a.stdout) {
		return nil, usage("evctl report -o dashboard.html, or -f markdown to read it here", "a page of HTML is not for a terminal")
	}
	return outputs, nil
}

func (a *app) writeDashboard(d *dashboard.Dashboard, o dashboardOutput) error {
	write, _ := dashboard.Lookup(o.format)
	var text bytes.Buffer
	if err := write(&text, d); err != nil {
		return fmt.Errorf("write %s: %w", o.format, err)
	}
	if o.file == "" {
		_, err := a.stdout.Write(text.Bytes())
		return err
	}
	if err := atomicfile.Write(a.path(o.file), text.Bytes(), 0o644); err != nil {
		return &usageError{err: fmt.Errorf("write %s: %w", o.file, cause(err))}
	}
	return nil
}
