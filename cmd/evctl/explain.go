package main

import (
	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/report"
)

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "What a rule means, why it hurts and what to do",
		Example: `  evctl explain                      # all rules
  evctl explain compat/type-changed`,
		Args: takes(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return completeRules(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			all := allRules()
			if len(args) == 0 {
				return report.Rules(a.stdout, all, a.style())
			}
			rule, err := findRule(all, args[0])
			if err != nil {
				return err
			}
			return report.Page(a.stdout, rule, a.style())
		},
	}
}
