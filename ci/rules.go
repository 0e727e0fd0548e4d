package ci

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	compatrules "github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/compat/rules/schema"
	exceptionrules "github.com/evctl/evctl/contracts/exceptions/rules"
	rfcrules "github.com/evctl/evctl/contracts/rules"
	contractrules "github.com/evctl/evctl/contracts/rules/contract"
	enveloperules "github.com/evctl/evctl/envelope/rules"
	lintrules "github.com/evctl/evctl/lint/rules"
	registryrules "github.com/evctl/evctl/registry/rules"
)

// Rules returns the rules of all families, by id.
func Rules() []evctl.Rule {
	all := slices.Concat(compatrules.All(), parse.All(), schema.All(), enveloperules.All(), lintrules.All(), registryrules.All(), exceptionrules.All(), rfcrules.All(), contractrules.All())
	slices.SortFunc(all, func(a, b evctl.Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// FindRule returns the rule with an id or alias; aliases in any case.
func FindRule(name string) (evctl.Rule, bool) {
	for _, rule := range Rules() {
		if rule.ID == name || slices.ContainsFunc(rule.Aliases, func(alias string) bool { return strings.EqualFold(alias, name) }) {
			return rule, true
		}
	}
	return evctl.Rule{}, false
}

func resolveRule(name string) (string, bool) {
	rule, ok := FindRule(name)
	return rule.ID, ok
}
