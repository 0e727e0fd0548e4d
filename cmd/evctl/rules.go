package main

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/internal/suggest"
)

// findRule finds a rule by id, alias, or the part of its id after the slash if
// one rule alone has it.
func findRule(name string) (evctl.Rule, error) {
	if rule, ok := ci.FindRule(name); ok {
		return rule, nil
	}
	var names []string
	var short []evctl.Rule
	for _, rule := range ci.Rules() {
		names = append(names, rule.ID)
		if _, last, _ := strings.Cut(rule.ID, "/"); last == name {
			short = append(short, rule)
		}
	}
	if len(short) == 1 {
		return short[0], nil
	}
	return evctl.Rule{}, usage("evctl explain lists all rules", "no rule %q%s", name, suggest.Hint(name, names))
}

// resolveRule turns the name of a rule into its id.
func resolveRule(name string) (string, bool) {
	rule, ok := ci.FindRule(name)
	return rule.ID, ok
}
