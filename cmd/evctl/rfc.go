package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/conformance"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/internal/atomicfile"
	"github.com/evctl/evctl/internal/suggest"
)

type rfcFlags struct {
	formats         []string
	missing, strict bool
	failOn          string
}

// rfcFormats are the formats of rfc: those of conformance, and SARIF, which
// knows findings alone.
func rfcFormats() []string { return append(conformance.Formats(), "sarif") }

func newRFC(a *app) *cobra.Command {
	var f rfcFlags
	c := &cobra.Command{
		Use:   "rfc [SERVICE]…",
		Short: "The standard, clause by clause, for the services of this repository",
		Long: `Judge services by the idempotency and retry RFC and print every clause of it with
what each verdict rests on. A clause that no rule looks at says so. Services are
those whose contract.yaml is in the repository.`,
		Example: `  evctl rfc                        # all services, all clauses
  evctl rfc orders -q              # only what needs attention
  evctl rfc --explain-missing      # what to add where nothing could be judged
  evctl rfc --strict -f junit=rfc.xml -f html=rfc.html`,
		Args: takes(0, unlimited),
		RunE: func(cmd *cobra.Command, args []string) error { return a.rfc(cmd.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringArrayVarP(&f.formats, "format", "f", nil, "`FORMAT[=FILE]`: "+strings.Join(rfcFormats(), ", ")+"; may be repeated")
	flags.BoolVar(&f.missing, "explain-missing", false, "say what to add where a verdict could not be reached")
	flags.BoolVar(&f.strict, "strict", false, "what cannot be judged is an error")
	flags.StringVar(&f.failOn, "fail-on", "", "least `SEVERITY` that fails: error, warning, info or never (default: as configured, error)")
	complete(c, "format", fixed(rfcFormats()...))
	complete(c, "fail-on", fixed("error", "warning", "info", "never"))
	return c
}

func (a *app) rfc(ctx context.Context, services []string, f rfcFlags) error {
	outputs, err := parseRFCOutputs(f.formats)
	if err != nil {
		return err
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	if err := setFailOn(conf, f.failOn); err != nil {
		return err
	}
	boundMemory()
	done := a.progress("judging")
	result, err := ci.Conformance(ctx, conf, services, f.strict, time.Now())
	done()
	if err != nil {
		return err
	}
	if result.Seen == 0 {
		return usage("a service's contract is a file contract.yaml; evctl schema contract describes it", "there is no contract where contracts of the configuration looks: %s", strings.Join(conf.Contracts, ", "))
	}
	style := a.style()
	a.locate(&style, conf, false)
	for _, o := range outputs {
		if err := a.writeRFC(result, o, style, f.missing); err != nil {
			return err
		}
	}
	if fails(result, conf.FailOn) {
		return errFindings
	}
	return nil
}

// rfcFindings are all verdicts that weigh something, also those that another
// family reports, since here nobody else does.
func rfcFindings(result contracts.Result) []evctl.Finding {
	found := conformance.New("", result).Faults
	for _, s := range result.Services {
		for _, v := range s.Verdicts {
			v.Views = ""
			if f, ok := v.Finding(); ok {
				found = append(found, f)
			}
		}
	}
	return found
}

func fails(result contracts.Result, failOn config.FailOn) bool {
	return ci.ExitCode(report.Report{Findings: rfcFindings(result)}, nil, failOn) != ci.ExitClean
}

// rfcOutput is one format and where it goes.
type rfcOutput struct {
	format, file string // file is empty for standard output
}

func parseRFCOutputs(formats []string) ([]rfcOutput, error) {
	if len(formats) == 0 {
		formats = []string{"text"}
	}
	var outputs []rfcOutput
	onStdout := ""
	for _, text := range formats {
		format, file, named := strings.Cut(text, "=")
		if _, ok := conformance.Lookup(format); !ok && format != "sarif" {
			return nil, usage("formats are "+strings.Join(rfcFormats(), ", "), "unknown format %q%s", format, suggest.Hint(format, rfcFormats()))
		}
		switch {
		case named && file == "":
			return nil, usage("--format "+format+"=FILE", "format %q names no file", text)
		case file == "" && onStdout != "":
			return nil, usage("--format "+format+"=FILE", "both %s and %s would go to standard output", onStdout, format)
		case file == "":
			onStdout = format
		}
		outputs = append(outputs, rfcOutput{format, file})
	}
	return outputs, nil
}

func (a *app) writeRFC(result contracts.Result, o rfcOutput, style report.Style, missing bool) error {
	var text bytes.Buffer
	if err := printRFC(&text, result, o.format, style, missing); err != nil {
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

func printRFC(w io.Writer, result contracts.Result, format string, style report.Style, missing bool) error {
	if write, ok := conformance.Lookup(format); ok {
		r := conformance.New(tool(), result)
		return write(w, &r, conformance.Style{Verbose: style.Verbose, Quiet: style.Quiet, Missing: missing, Path: style.Path})
	}
	write, ok := report.Lookup(format)
	if !ok {
		return errors.New("no such format")
	}
	style.Rules = ci.Rules()
	families := []report.Family{
		{Name: "rfc", State: report.LookedAt, Counts: map[string]int{"services": len(result.Services)}},
		{Name: "contract", State: report.LookedAt, Counts: map[string]int{"contracts": result.Seen}},
	}
	r := report.New(tool(), report.Against{Kind: "none"}, families, rfcFindings(result))
	return write(w, &r, style)
}
