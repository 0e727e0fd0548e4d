package ci

import (
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

func TestAChangeCannotMoveTheRegistryAway(t *testing.T) {
	// edited and moved in one change
	r := published(t).branch("move")
	r.git("mv", "schemas", "contracts")
	moved := strings.Replace(settings, "schemas", "contracts", 1)
	if out := r.commit("evctl.yaml", moved).must(); len(out.Findings) != 0 {
		t.Errorf("a registry that only moved: %v", out.Findings)
	}
	out := r.commit("contracts/events/order.paid/3.avsc", renamedRequired, "contracts/events/order.paid/1.avsc", wider).must()
	for _, rule := range []string{"registry/version-immutable", "compat/required-field-removed"} {
		if !slices.Contains(names(out), rule) {
			t.Errorf("no %s among %v", rule, names(out))
		}
	}
	// the files stay, but nobody looks at them any more
	r = published(t).branch("elsewhere").commit("evctl.yaml", moved)
	find(t, r.must(), "registry/subject-removed")
	// without a configuration the defaults find the folder
	r = newRepo(t).commit("evctl.yaml", moved, "contracts/events/order.paid/1.avsc", paid).branch("delete").commit("evctl.yaml", "", "x.avsc", paid)
	find(t, r.must(), "registry/subject-removed")
}

func TestAChangeCannotLoosenItsOwnMode(t *testing.T) {
	r := published(t).branch("loosen").commit("evctl.yaml", settings+"compatibility: NONE\n")
	f := find(t, r.must(), "registry/mode-drift")
	if f.Severity != evctl.Warning || f.Position.Line != 3 || f.Message != "mode was FULL_ALL, and is NONE now" {
		t.Errorf("got %+v", f)
	}
	r.commit("evctl.yaml", settings+"overrides: [{subject: \"order.*\", compatibility: BACKWARD}]\n")
	if f := find(t, r.must(), "registry/mode-drift"); f.Subject != "order.paid" {
		t.Errorf("got %+v", f)
	}
	// what only tightens is no loosening
	r = published(t).commit("evctl.yaml", settings+"compatibility: BACKWARD\n").branch("tighten").commit("evctl.yaml", settings)
	if out := r.must(); len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
}

func TestABaseConfigurationThatCannotBeRead(t *testing.T) {
	out := published(t).commit("evctl.yaml", "nonsense: 1\n").branch("mend").commit("evctl.yaml", settings, v3, wider).must()
	if len(out.Notes) != 1 || !strings.Contains(out.Notes[0], "nonsense") || len(out.Findings) != 0 {
		t.Errorf("got %v, %v", out.Notes, out.Findings)
	}
}
