package ci

import (
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// hits returns whom each finding of a rule hits, by its path.
func hits(findings []evctl.Finding, rule string) map[string][]string {
	out := map[string][]string{}
	for _, f := range findings {
		if f.Rule == rule {
			out[f.Path] = f.Consumers
		}
	}
	return out
}

const (
	twoFields = `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`
	bothBreak = `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}}}`
)

func TestFindingsNameConsumers(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings+"consumers: [others]\n", v1JSON, twoFields,
		"mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: [1]}, reads: [/a]}]\n"),
		"others/billing/contract.yaml", contractOf("billing", "  consumes: [{topic: t, events: {order.paid: [1]}, reads: [/a], replays: true}]\n"),
		"others/billing/evctl.yaml", "version: 1\n").
		branch("change").write(v2JSON, bothBreak)
	out := r.must()
	got := hits(out.Findings, "compat/field-type-changed")
	if !slices.Equal(got["/properties/a/type"], []string{"billing", "mail"}) || got["/properties/b/type"] == nil || len(got["/properties/b/type"]) != 0 {
		t.Errorf("got %v", got)
	}
	// others' contracts are not this repository's services
	if f := family(t, r.must(all), "rfc"); f.Counts["services"] != 1 {
		t.Errorf("got %v", f)
	}
}

// Without any declaration nobody asks who is hit.
func TestNobodyDeclares(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, twoFields).branch("change").write(v2JSON, bothBreak)
	for _, f := range r.must().Findings {
		if f.Consumers != nil {
			t.Errorf("got %v", f)
		}
	}
}

// The published side's contracts count for what it had before.
func TestNewFindingsAndConsumers(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, twoFields, v2JSON, bothBreak,
		"mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: [1]}, reads: [/a]}]\n")).
		branch("change").write("note.txt", "x")
	if out := r.must(newOnly, all); len(out.Findings) != 0 || out.Summary.Hidden == 0 {
		t.Errorf("got %v, %d hidden", out.Findings, out.Summary.Hidden)
	}
}

// An exception waives what a consumer is hit by, like any other finding.
func TestReadFieldRemovedCanBeWaived(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings+"org: {approvers: ['@platform']}\n", v1JSON, twoFields,
		"mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: [1]}, reads: [/b]}]\n"),
		"evctl.exceptions.yaml", "version: 1\nexceptions:\n- {id: EX-2026-001, rules: [compat/read-field-removed], match: {subject: order.paid}, reason: 'mail stops on Friday', owner: '@orders', filed_at: 2026-11-01, decision: approved, decided_at: 2026-11-02, approver: '@platform', expires_at: 2027-01-31, url: 'https://example.com/1'}\n").
		branch("change").write(v2JSON, `{"type":"object","properties":{"a":{"type":"string"}}}`)
	out := r.must()
	if len(out.Findings) != 1 || out.Findings[0].Rule != "compat/read-field-removed" || !out.Findings[0].Waived() {
		t.Errorf("got %v", out.Findings)
	}
}

func TestCanDeploy(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, twoFields,
		"orders/contract.yaml", contractOf("orders", "  publishes: [{topic: t, events: [order.paid]}]\n"),
		"mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: [1]}, reads: [/a]}]\n"),
		"idle/contract.yaml", contractOf("idle", "  {}\n")).
		branch("change").write(v2JSON, bothBreak)
	for service, want := range map[string]string{"orders": "no", "mail": "yes"} {
		out, err := CanDeploy(t.Context(), Options{Dir: r.root, Now: now}, service)
		if err != nil || out.Answer != want {
			t.Errorf("%s: got %q, %v, %v", service, out.Answer, err, out.Findings)
		}
	}
	for service, want := range map[string]string{"idle": "publishes and consumes nothing", "none": "no contract of this name"} {
		out, err := CanDeploy(t.Context(), Options{Dir: r.root, Now: now}, service)
		if err == nil || !strings.Contains(err.Error(), want) || code(out, err) != ExitUsage {
			t.Errorf("%s: got %v", service, err)
		}
	}
}

// A consumer that reads an old and a new version reads what lies between and
// before with the nearest.
func TestCanDeployReadsWithTheNearestVersion(t *testing.T) {
	text := func(kind string) string {
		return `{"type":"object","properties":{"a":{"type":"` + kind + `"},"b":{"type":"string"}}}`
	}
	dir := "schemas/events/order.paid/"
	r := newRepo(t).commit("evctl.yaml", settings, dir+"1.json", text("string"), dir+"2.json", text("string"), dir+"3.json", text("boolean"), dir+"4.json", text("boolean"), "x", "x")
	for versions, want := range map[string]string{"[2, 3]": "yes", "[1, 4]": "no", "[2]": "no", "[3]": "no", "[1, 3]": "yes"} {
		r.write("mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: "+versions+"}, reads: [/a]}]\n"))
		out, err := CanDeploy(t.Context(), Options{Dir: r.root, Now: now}, "mail")
		if err != nil || out.Answer != want {
			t.Errorf("%s: got %q, %v, %v", versions, out.Answer, err, out.Findings)
		}
	}
	r.write("mail/contract.yaml", contractOf("mail", "  consumes: [{topic: t, events: {order.paid: [2]}, reads: [/b]}]\n"))
	if out, err := CanDeploy(t.Context(), Options{Dir: r.root, Now: now}, "mail"); err != nil || out.Answer != "yes" {
		t.Errorf("it does not read what breaks: got %q, %v, %v", out.Answer, err, out.Findings)
	}
}
