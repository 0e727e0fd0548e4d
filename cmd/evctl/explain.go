package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/report"
)

func newExplain(a *app) *cobra.Command {
	var plan string
	c := &cobra.Command{
		Use:   "explain [RULE|ID]",
		Short: "What a rule means, why it hurts and what to do; or the story of one finding",
		Example: `  evctl explain                      # all rules
  evctl explain compat/probable-rename
  evctl explain 7c1f0a9be2d4         # a finding, by its fingerprint
  evctl explain --plan order.paid    # what of its schemas is compiled`,
		Args:              takes(0, 1),
		ValidArgsFunction: completeRules,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case plan != "":
				return a.explainPlan(cmd.Context(), plan, args)
			case len(args) == 0:
				return report.Rules(a.stdout, ci.Rules(), a.style())
			case isFingerprint(args[0]):
				return a.explainFinding(cmd.Context(), args[0])
			}
			rule, err := findRule(args[0])
			if err != nil {
				return err
			}
			return report.Page(a.stdout, rule, a.style())
		},
	}
	c.Flags().StringVar(&plan, "plan", "", "tell how events of a `SUBJECT` or subject@version are validated")
	complete(c, "plan", a.completeRefs)
	return c
}

// explainPlan tells what of a subject's schemas the validator compiles.
func (a *app) explainPlan(ctx context.Context, subject string, args []string) error {
	if len(args) > 0 {
		return usage("evctl explain --plan "+subject, "--plan takes no rule")
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	plans, err := ci.Plans(ctx, conf, subject)
	if err != nil {
		return err
	}
	return report.Plans(a.stdout, plans)
}

// isFingerprint reports whether text is 12 hex digits, as evctl.Finding.ID writes them.
func isFingerprint(text string) bool {
	return len(text) == 12 && strings.Trim(text, "0123456789abcdef") == ""
}

// explainFinding runs the gate and shows one finding with all that is known of
// it, and then its rule.
func (a *app) explainFinding(ctx context.Context, id string) error {
	f, style, err := a.findFinding(ctx, id)
	if err != nil {
		return err
	}
	style.Details, style.Verbose, style.Quiet, style.Exceptions = true, true, true, true
	r := report.New(tool(), report.Against{Kind: "none"}, nil, []evctl.Finding{f})
	if err := report.Text(a.stdout, &r, style); err != nil {
		return err
	}
	if rule, ok := ci.FindRule(f.Rule); ok {
		return report.Page(a.stdout, rule, style)
	}
	return nil
}

// findFinding looks for a fingerprint among what changed, then among everything.
func (a *app) findFinding(ctx context.Context, id string) (evctl.Finding, report.Style, error) {
	style := a.style()
	for _, all := range []bool{false, true} {
		conf, err := a.load()
		if err != nil {
			return evctl.Finding{}, style, err
		}
		a.locate(&style, conf, false)
		r, err := ci.Run(ctx, ci.Options{Config: conf, All: all, Tool: tool()})
		if err != nil {
			return evctl.Finding{}, style, err
		}
		if i := slices.IndexFunc(r.Findings, func(f evctl.Finding) bool { return f.ID() == id }); i >= 0 {
			return r.Findings[i], style, nil
		}
	}
	return evctl.Finding{}, style, usage("evctl check -f json lists the findings with their ids", "no finding has the fingerprint %s", id)
}
