package main

import (
	"context"
	"strings"

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
old schema cannot read new ones. The exit code does not judge: that is what
evctl compat is for. A schema is a file, a file as a git revision has it
(HEAD~1:schemas/order.json), or a ref.`,
		Example: `  evctl diff events/order.paid@2 events/order.paid@3
  evctl diff events/order.paid@2 schemas/events/order.paid/3.json -f markdown
  evctl diff main:schemas/order.proto schemas/order.proto
  evctl diff old.proto new.proto -f json`,
		Args:              takes(2, 2),
		ValidArgsFunction: a.completeRefs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := among("format", format, report.Changelogs()); err != nil {
				return err
			}
			return a.diff(cmd.Context(), args[0], args[1], s, format)
		},
	}
	c.Flags().StringVarP(&format, "format", "f", "text", "`FORMAT`: "+strings.Join(report.Changelogs(), ", "))
	complete(c, "format", fixed(report.Changelogs()...))
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
	log, findings, err := changelog.Compare(ctx, compat.New(), old, new, sem)
	if err != nil {
		return err
	}
	if log.Backward == evctl.Invalid || log.Forward == evctl.Invalid {
		return a.invalid(findings)
	}
	log.Tool, log.Old, log.New = tool(), oldName, newName
	return report.WriteChangelog(a.stdout, log, format, a.style())
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
