package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/internal/suggest"
)

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "What a rule means, why it hurts and what to do",
		Example: `  evctl explain                      # all rules
  evctl explain compat/type-changed`,
		Args: takes(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleCompletions(), cobra.ShellCompDirectiveNoFileComp
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

func allRules() []evctl.Rule { return slices.Concat(rules.All(), parse.All()) }

// findRule finds a rule by id, alias, or the part of its id after the slash.
func findRule(all []evctl.Rule, name string) (evctl.Rule, error) {
	var names []string
	for _, rule := range all {
		_, short, _ := strings.Cut(rule.ID, "/")
		if name == rule.ID || name == short || slices.ContainsFunc(rule.Aliases, func(alias string) bool { return strings.EqualFold(alias, name) }) {
			return rule, nil
		}
		names = append(names, rule.ID)
	}
	return evctl.Rule{}, usage("evctl explain lists all rules", "no rule %q%s", name, suggest.Hint(name, names))
}

func ruleCompletions() []string {
	var words []string
	for _, rule := range allRules() {
		words = append(words, rule.ID+"\t"+rule.Summary())
	}
	return words
}
