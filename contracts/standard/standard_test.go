package standard_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/contracts/rules"
	"github.com/evctl/evctl/contracts/standard"
)

func TestClauses(t *testing.T) {
	id := regexp.MustCompile(`^[A-Z]{3}-[0-9]{3}$`)
	seen := map[string]standard.Clause{}
	last := ""
	for _, c := range standard.Clauses() {
		if _, twice := seen[c.ID]; twice || !id.MatchString(c.ID) {
			t.Errorf("%q stands twice, or is no id", c.ID)
		}
		if last[:min(3, len(last))] == c.ID[:3] && last > c.ID {
			t.Errorf("%s stands after %s", c.ID, last)
		}
		if !slices.Contains([]string{"MUST", "DEFAULT", "DESIGN", "INFERRED"}, c.Level) || c.Title == "" || !strings.HasPrefix(c.Source, "00") {
			t.Errorf("%+v lacks something", c)
		}
		seen[c.ID], last = c, c.ID
	}
	if len(seen) != 156 {
		t.Errorf("%d clauses, the standard has 156", len(seen))
	}
	for _, rule := range rules.All() {
		clause, ok := seen[rule.Aliases[0]]
		if !ok || rule.ID != "rfc/"+strings.ToLower(clause.ID) {
			t.Errorf("%s is the rule of no clause", rule.ID)
		}
		if want := "- Clause: " + clause.ID + ", " + clause.Level; !strings.Contains(rule.Doc, want) {
			t.Errorf("the page of %s does not say %q", rule.ID, want)
		}
		for _, part := range []string{"\n- Inputs: ", "\n- Confidence: "} {
			if !strings.Contains(rule.Doc, part) {
				t.Errorf("the page of %s does not say%s", rule.ID, part)
			}
		}
	}
}
