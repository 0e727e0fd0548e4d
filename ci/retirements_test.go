package ci

import (
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

const topics = "topics:\n  orders.events: {topicConfiguration: {retention.ms: 604800000, segment.ms: 86400000}}\n"

func contractOf(name, spec string) string {
	return "apiVersion: evctl/v1\nkind: Service\nmetadata: {name: " + name + ", owner: me}\nspec:\n" + spec
}

// retirement is a repository in which version 1 was succeeded on the first of
// October, and a branch that retires it.
func retirement(t *testing.T, files ...string) *repo {
	r := newRepo(t)
	t.Setenv("GIT_COMMITTER_DATE", "2026-09-01T12:00:00Z")
	r.commit(append([]string{"evctl.yaml", settings + "org: {topics: topics.yaml, replay: replay.yaml}\n", "topics.yaml", topics, "replay.yaml", "archive: 30d\n",
		v1, paid, "orders/contract.yaml", contractOf("orders", "  publishes: [{topic: orders.events, events: [order.paid]}]\n")}, files...)...)
	t.Setenv("GIT_COMMITTER_DATE", "2026-10-01T12:00:00Z")
	r.commit(v2, wider).branch("retire")
	return r.write("schemas/events/order.paid/subject.yaml", "retired:\n- {versions: [1], reason: old, evidence: lag}\n")
}

func TestRetirementIsProven(t *testing.T) {
	r := retirement(t, "billing/contract.yaml", contractOf("billing", "  consumes: [{topic: orders.events, events: {order.paid: [2]}}]\n"))
	if out := r.must(only("registry")); len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
	// an hour before the archive lets go of the last event
	out := r.must(only("registry"), at(time.Date(2026, 10, 31, 11, 0, 0, 0, time.UTC)))
	if len(out.Findings) != 1 || !strings.Contains(out.Findings[0].Message, "the archive of orders.events for 30d, until 2026-11-01: its successor was published on 2026-10-01") {
		t.Errorf("got %v", out.Findings)
	}
}

func TestRetirementWaitsForReaders(t *testing.T) {
	reader := contractOf("billing", "  consumes: [{topic: orders.events, events: {order.paid: [1, 2]}}]\n")
	out := retirement(t, "billing/contract.yaml", reader).must()
	var found []evctl.Finding
	for _, f := range out.Findings {
		if strings.HasPrefix(f.Rule, "registry/") || strings.HasPrefix(f.Rule, "contract/") {
			found = append(found, f)
		}
	}
	if len(found) != 1 || found[0].Rule != "registry/retired-version-read" || len(found[0].Related) != 1 || found[0].Related[0].Position.String() != "billing/contract.yaml:5:46" {
		t.Errorf("got %v", found)
	}
}

func TestRetirementWaitsForReplays(t *testing.T) {
	for spec, want := range map[string]string{
		"  consumes: [{topic: orders.events, events: {order.paid: [2]}, replays: true, replayWindow: 365d}]\n": "the replays of billing for 365d",
		"  consumes: [{topic: orders.events, events: {order.paid: [2]}, replays: true}]\n":                     "",
		"  consumes: [{topic: other, events: {order.paid: [2]}}]\n":                                            "nobody says for how long its events can come: topic other: the topics file has no retention.ms of it",
	} {
		out := retirement(t, "billing/contract.yaml", contractOf("billing", spec)).must(only("registry"))
		if want == "" && len(out.Findings) == 0 {
			continue
		}
		if len(out.Findings) != 1 || want == "" || !strings.Contains(out.Findings[0].Message, want) {
			t.Errorf("%s: got %v", spec, out.Findings)
		}
	}
}

// Where nobody declares what they read, nothing proves that nobody reads.
func TestRetirementNeedsDeclarations(t *testing.T) {
	out := retirement(t).must(only("registry"))
	if len(out.Findings) != 1 || out.Findings[0].Rule != "registry/retirement-unproven" || !strings.Contains(out.Findings[0].Message, "the consumers: no contract declares any") {
		t.Errorf("got %v", out.Findings)
	}
}

// What an approved exception retires needs no proof.
func TestRetirementByException(t *testing.T) {
	reader := contractOf("billing", "  consumes: [{topic: orders.events, events: {order.paid: [1]}}]\n")
	r := retirement(t, "billing/contract.yaml", reader)
	r.git("stash", "-q")
	r.git("checkout", "-q", "main")
	r.commit("evctl.exceptions.yaml", "version: 1\nexceptions:\n- {id: EX-2026-001, rules: [registry/retired-version-read], match: {subject: order.paid}, reason: 'it is switched off', owner: '@orders', filed_at: 2026-11-01, decision: approved, decided_at: 2026-11-02, approver: '@platform', expires_at: 2027-01-31, url: 'https://example.com/1'}\n",
		"evctl.yaml", settings+"org: {topics: topics.yaml, replay: replay.yaml, approvers: ['@platform']}\n")
	r.branch("excepted").write("schemas/events/order.paid/subject.yaml", "retired:\n- {versions: [1], reason: old, exception: EX-2026-001}\n")
	if out := r.must(only("registry")); len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
}

// A mistyped key in the file of replays is a mistake, not an archive without end.
func TestLimitsAreReadStrictly(t *testing.T) {
	r := retirement(t)
	r.write("replay.yaml", "archve: 30d\n")
	if _, err := r.run(only("registry")); err == nil || !strings.Contains(err.Error(), `replay.yaml:1:1: unknown key "archve": did you mean "archive"?`) {
		t.Errorf("got %v", err)
	}
	r.write("replay.yaml", "archive: 30 days\n")
	if _, err := r.run(only("registry")); err == nil || !strings.Contains(err.Error(), "is no duration") {
		t.Errorf("got %v", err)
	}
}
