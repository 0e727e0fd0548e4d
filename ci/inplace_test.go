package ci

import (
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

const (
	inPlaceSettings = "version: 1\nregistry: {name: events}\nschemas: [{path: \"api/{subject}.avsc\"}]\n"
	inPlaceFile     = "api/order.paid.avsc"
)

// Files edited in place are compared with every form that the base branch had.
func TestFilesEditedInPlace(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", inPlaceSettings, inPlaceFile, paid).commit(inPlaceFile, wider)
	r.branch("change").commit(inPlaceFile, renamedRequired)
	out := r.must()
	f := find(t, out, "compat/required-field-removed")
	if f.Position.File != inPlaceFile || f.Position.Line == 0 || !slices.Equal(f.Breaks, []int{1, 2}) || f.Subject != "order.paid" || code(out, nil) != ExitFindings {
		t.Errorf("got %+v", f)
	}
	// only spacing: not a new version
	out = r.commit(inPlaceFile, strings.ReplaceAll(wider, "\n", "\n\n")).must()
	if c := family(t, out, "compat"); len(out.Findings) != 0 || c.State != report.LookedAt || c.Counts["schemas"] != 0 {
		t.Errorf("compat is %+v, findings %v", c, out.Findings)
	}
	if f := find(t, r.commit(inPlaceFile, "").must(), "registry/subject-removed"); !strings.HasSuffix(f.Message, inPlaceFile+" is gone") {
		t.Errorf("got %q", f.Message)
	}
}

func TestFilesEditedInPlaceInABranchBehind(t *testing.T) {
	other := strings.Replace(paid, `{"name": "note"`, `{"name": "coupon", "type": ["null", "long"], "default": null}, {"name": "note"`, 1)
	r := newRepo(t).commit("evctl.yaml", inPlaceSettings, inPlaceFile, paid)
	r.branch("late").commit(inPlaceFile, wider)
	r.git("checkout", "-q", "main")
	r.commit(inPlaceFile, other)
	r.git("checkout", "-q", "late")
	out := r.must()
	if !slices.ContainsFunc(out.Findings, func(f evctl.Finding) bool {
		return strings.HasPrefix(f.Rule, "compat/") && slices.Equal(f.Breaks, []int{2})
	}) {
		t.Errorf("the form that main has meanwhile does not count: %v", out.Findings)
	}
	// a branch behind that does not touch the file passes
	r.git("checkout", "-q", "-b", "idle", "main~1")
	if out := r.commit("README.md", "hello").must(); len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
}

// A file that others import changes what they mean.
func TestASharedImport(t *testing.T) {
	const money = "syntax = \"proto3\";\npackage shop;\nmessage Money { string currency = 1; int64 units = 2; }\n"
	const order = "syntax = \"proto3\";\npackage shop;\nimport \"shared/money.proto\";\nmessage Order { string id = 1; Money total = 2; }\n"
	r := newRepo(t).commit("evctl.yaml", "version: 1\nregistry: {name: events}\nschemas: [{path: \"proto/orders/{subject}.proto\", root: proto}]\n",
		"proto/orders/order.proto", order, "proto/shared/money.proto", money)
	r.branch("change").commit("proto/shared/money.proto", strings.Replace(money, "int64 units", "string units", 1))
	out := r.must()
	if code(out, nil) != ExitFindings || !slices.ContainsFunc(out.Findings, func(f evctl.Finding) bool {
		return strings.HasPrefix(f.Rule, "compat/") && f.Subject == "order"
	}) {
		t.Errorf("got %v", out.Findings)
	}
}
