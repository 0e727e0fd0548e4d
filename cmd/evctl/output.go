package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/atomicfile"
	"github.com/evctl/evctl/internal/suggest"
)

// An output is one format of a report and where it goes.
type output struct {
	format string
	file   string // empty: standard output
	write  report.Writer
}

// formatFlag adds --format to a command.
func formatFlag(c *cobra.Command, formats *[]string) {
	c.Flags().StringArrayVarP(formats, "format", "f", nil, "`FORMAT[=FILE]`: "+strings.Join(report.Formats(), ", ")+"; may be repeated")
	complete(c, "format", fixed(report.Formats()...))
}

// parseOutputs reads FORMAT[=FILE]. Without any, the report is text, and in a
// GitHub workflow annotations too.
func parseOutputs(formats []string) ([]output, error) {
	if len(formats) == 0 {
		formats = []string{"text"}
		if inGitHub() {
			formats = append(formats, "github")
		}
	}
	var outputs []output
	onStdout := ""
	for _, text := range formats {
		format, file, named := strings.Cut(text, "=")
		write, ok := report.Lookup(format)
		if !ok {
			return nil, usage("formats are "+strings.Join(report.Formats(), ", "), "unknown format %q%s", format, suggest.Hint(format, report.Formats()))
		}
		if named && file == "" {
			return nil, usage("--format "+format+"=FILE", "format %q names no file", text)
		}
		if file == "" && format != "github" { // annotations mix with anything
			if onStdout != "" {
				return nil, usage("--format "+format+"=FILE", "both %s and %s would go to standard output", onStdout, format)
			}
			onStdout = format
		}
		outputs = append(outputs, output{format: format, file: file, write: write})
	}
	return outputs, nil
}

func inGitHub() bool { return os.Getenv("GITHUB_ACTIONS") == "true" }

// print writes the report to all outputs: files first, each replaced whole or
// not at all, so that standard output speaks of a run that succeeded.
func (a *app) print(r *report.Report, outputs []output, style report.Style) error {
	var text bytes.Buffer
	annotated := false
	for _, o := range outputs {
		annotated = annotated || o.format == "github"
		if o.file == "" {
			if err := o.write(&text, r, style); err != nil {
				return fmt.Errorf("write %s: %w", o.format, err)
			}
			continue
		}
		if err := o.replace(a.path(o.file), r, plain(style)); err != nil {
			return &usageError{err: fmt.Errorf("write %s: %w", o.file, cause(err))}
		}
	}
	if annotated {
		if err := appendSummary(r, style); err != nil {
			return err
		}
	}
	_, err := a.stdout.Write(text.Bytes())
	return err
}

func (o output) replace(file string, r *report.Report, style report.Style) error {
	var text bytes.Buffer
	if err := o.write(&text, r, style); err != nil {
		return err
	}
	return atomicfile.Write(file, text.Bytes(), 0o644)
}

// plain is the style of a file: no terminal will show it.
func plain(style report.Style) report.Style {
	style.Color, style.Links, style.Details = false, false, style.Verbose
	return style
}

// appendSummary adds the report to the summary of the GitHub step, if there is one.
func appendSummary(r *report.Report, style report.Style) error {
	file := os.Getenv("GITHUB_STEP_SUMMARY")
	if file == "" {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write the step's summary: %w", err)
	}
	style.Blob = blob()
	err = report.StepSummary(f, r, style)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}

// blob is the address of the files of the commit that a workflow runs on.
func blob() string {
	server, repository, sha := os.Getenv("GITHUB_SERVER_URL"), os.Getenv("GITHUB_REPOSITORY"), os.Getenv("GITHUB_SHA")
	if server == "" || repository == "" || sha == "" {
		return ""
	}
	return fmt.Sprintf("%s/%s/blob/%s/", server, repository, sha)
}
