package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/changelog"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat"
)

func newDiff(a *app) *cobra.Command {
	var s semantics
	var format string
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "What differs between two schemas, and which of it breaks whom",
		Long: `List what NEW adds, removes and changes, with the direction that each of it
breaks: BACKWARD, when the new schema cannot read old events; FORWARD, when the
old schema cannot read new ones. Exit 1 if anything breaks.`,
		Example: `  evctl diff events/order.paid@2 events/order.paid@3
  evctl diff old.proto new.proto -f json`,
		Args:              takes(2, 2),
		ValidArgsFunction: a.completeRefs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := among("format", format, []string{"text", "json"}); err != nil {
				return err
			}
			return a.diff(cmd.Context(), args[0], args[1], s, format)
		},
	}
	c.Flags().StringVarP(&format, "format", "f", "text", "`FORMAT`: text or json")
	complete(c, "format", fixed("text", "json"))
	s.flags(c)
	return c
}

func (a *app) diff(ctx context.Context, oldName, newName string, s semantics, format string) error {
	conf, err := a.loadFor(oldName, newName)
	if err != nil {
		return err
	}
	old, new, err := a.pair(ctx, conf, oldName, newName, s.message)
	if err != nil {
		return err
	}
	_, sem, err := s.resolve(conf, new.Subject)
	if err != nil {
		return err
	}
	log := report.Changelog{Version: 1, Tool: tool(), Old: oldName, New: newName}
	findings, err := directions(ctx, &log, old, new, sem)
	if err != nil {
		return err
	}
	if log.Backward == evctl.Invalid || log.Forward == evctl.Invalid {
		return a.invalid(findings)
	}
	changes, elsewhere, err := changelog.Between(ctx, old, new, findings)
	if err != nil {
		return &usageError{err: err}
	}
	log.Changes = changes
	for _, f := range elsewhere {
		log.Elsewhere = append(log.Elsewhere, report.Identify(f))
	}
	write := report.TextChangelog
	if format == "json" {
		write = report.JSONChangelog
	}
	if err := write(a.stdout, &log, a.style()); err != nil {
		return err
	}
	if log.Backward != evctl.Compatible || log.Forward != evctl.Compatible || len(elsewhere) > 0 {
		return errFindings
	}
	return nil
}

// directions answers both questions and returns all findings.
func directions(ctx context.Context, log *report.Changelog, old, new *evctl.Schema, sem evctl.Semantics) ([]evctl.Finding, error) {
	var findings []evctl.Finding
	decider := compat.New()
	for _, question := range []struct {
		mode    evctl.Mode
		verdict *evctl.Verdict
	}{{evctl.Mode{Backward: true}, &log.Backward}, {evctl.Mode{Forward: true}, &log.Forward}} {
		j, err := decider.Decide(ctx, evctl.Change{Old: []*evctl.Schema{old}, New: new, Mode: question.mode, Semantics: sem})
		if err != nil {
			return nil, err
		}
		*question.verdict = j.Verdict
		findings = append(findings, j.Findings...)
	}
	return findings, nil
}

// invalid prints why a schema is none.
func (a *app) invalid(findings []evctl.Finding) error {
	r := report.New(tool(), report.Against{Kind: "none"}, nil, findings)
	style := a.style()
	style.Quiet = true
	if err := report.Text(a.stderr, &r, style); err != nil {
		return err
	}
	return errInvalid
}
