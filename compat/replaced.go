package compat

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// narrower names, for each rule about a keyword that allows more than before,
// the rule about the same keyword that allows less.
func narrower() map[string]string {
	return map[string]string{
		rules.AdditionalPropertiesOpened.ID: rules.AdditionalPropertiesClosed.ID,
		rules.BoundWidened.ID:               rules.BoundNarrowed.ID,
		rules.ConditionWidened.ID:           rules.ConditionNarrowed.ID,
		rules.ContainsWidened.ID:            rules.ContainsNarrowed.ID,
		rules.DependencyRemoved.ID:          rules.DependencyAdded.ID,
		rules.ItemsOpened.ID:                rules.ItemsClosed.ID,
		rules.LengthWidened.ID:              rules.LengthNarrowed.ID,
		rules.MultipleWidened.ID:            rules.MultipleNarrowed.ID,
		rules.NegationWidened.ID:            rules.NegationNarrowed.ID,
		rules.PatternWidened.ID:             rules.PatternNarrowed.ID,
		rules.PropertyNamesWidened.ID:       rules.PropertyNamesNarrowed.ID,
		rules.SchemaWidened.ID:              rules.SchemaNarrowed.ID,
		rules.SizeWidened.ID:                rules.SizeNarrowed.ID,
		rules.StringFormatWidened.ID:        rules.StringFormatNarrowed.ID,
		rules.TypeWidened.ID:                rules.TypeNarrowed.ID,
		rules.UnionWidened.ID:               rules.UnionNarrowed.ID,
		rules.ValueAllowed.ID:               rules.ValueForbidden.ID,
	}
}

// nameReplaced gives one name to what a keyword breaks by allowing less in
// some ways and more in others, as a replaced pattern does: it is one edit, and
// goes by the rule of what it allows no longer.
func nameReplaced(findings []evctl.Finding) {
	type fact struct{ id, file string }
	names := narrower()
	less := map[fact]bool{}
	for _, f := range findings {
		if f.Direction != evctl.Forward {
			less[fact{f.ID(), f.Position.File}] = true
		}
	}
	for i := range findings {
		f := findings[i]
		name, known := names[f.Rule]
		if !known || f.Direction != evctl.Forward {
			continue
		}
		if f.Rule = name; less[fact{f.ID(), f.Position.File}] {
			findings[i] = f
		}
	}
}
