package main

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/internal/suggest"
	"strings"
)

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

// resolveRule turns the name of a rule into its id.
func resolveRule(name string) (string, bool) {
	rule, err := findRule(allRules(), name)
	return rule.ID, err == nil
}

func completeRules() []string {
	var words []string
	for _, rule := range allRules() {
		words = append(words, rule.ID+"\t"+rule.Summary())
	}
	return words
}
