package main

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/ci/report"
)

func newConsumers(a *app) *cobra.Command {
	var file, format string
	c := &cobra.Command{
		Use:   "consumers [SUBJECT]",
		Short: "Who reads a subject, and whom a proposed schema would break",
		Long: `List the consumers that contracts declare: which versions of a subject they read,
which of its fields, and how far back they replay. Contracts are those of the
repository and those in the places under consumers of the configuration. With
--file, tell what a proposed schema would do to each; exit 1 if it breaks
anything, whether anybody declares to read it or not.`,
		Example: `  evctl consumers order.paid
  evctl consumers order.paid --file draft.json
  evctl consumers order.paid --file events/order.paid@3 -f markdown
  evctl consumers -f json > consumers.json`,
		Args:              takes(0, 1),
		ValidArgsFunction: a.completeSubjects,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := among("format", format, []string{"text", "json", "markdown"}); err != nil {
				return err
			}
			subject := ""
			if len(args) > 0 {
				subject = args[0]
			} else if file != "" {
				return usage("evctl consumers SUBJECT --file FILE", "--file is of one subject, and none is named")
			}
			return a.consumers(cmd.Context(), subject, file, format)
		},
	}
	c.Flags().StringVar(&file, "file", "", "proposed `SCHEMA`: a file or a ref")
	c.Flags().StringVarP(&format, "format", "f", "text", "`FORMAT`: text, json or markdown")
	complete(c, "format", fixed("text", "json", "markdown"))
	complete(c, "file", a.completeRefs)
	return c
}

func (a *app) consumers(ctx context.Context, subject, file, format string) error {
	conf, err := a.load()
	if err != nil {
		return err
	}
	table, err := ci.ReadersOf(ctx, conf, a.workDir(), subject, file)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	r := table.Report(tool())
	switch format {
	case "json":
		err = consumers.JSON(&out, table)
	case "markdown":
		err = consumers.Markdown(&out, table)
	default:
		if err = consumers.Text(&out, table); err == nil && len(table.Findings) > 0 {
			out.WriteString("\n")
			style := a.style()
			style.Quiet, style.Details, style.Rules = true, !a.quiet, ci.Rules()
			a.locate(&style, conf, false)
			err = report.Text(&out, &r, style)
		}
	}
	if err != nil {
		return err
	}
	if _, err := a.stdout.Write(out.Bytes()); err != nil {
		return err
	}
	if ci.ExitCode(r, nil, conf.FailOn) != ci.ExitClean {
		return invalidOr(r)
	}
	return nil
}

// invalidOr ends a command by its findings, or by a schema that is none.
func invalidOr(r report.Report) error {
	for _, f := range r.Findings {
		if (evctl.Rule{ID: f.Rule}).Family() == "parse" {
			return errInvalid
		}
	}
	return errFindings
}
