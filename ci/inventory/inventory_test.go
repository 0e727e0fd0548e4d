package inventory

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/exposition"
	"github.com/evctl/evctl/internal/gittest"
)

const (
	settings = "version: 1\nregistry: {name: events, dir: schemas}\ncontracts: [contract.yaml]\norg: {adopted: 2026-10-01, approvers: ['@platform'], calendar: days.yaml}\n"
	days     = "version: 1\nholidays: [2026-11-26]\n"
	filed    = `version: 1
exceptions:
  - id: EX-2026-001
    rules: [schema/unknown-dialect]
    match: {subject: order.paid}
    reason: free text by design
    owner: "@orders"
    filed_at: 2026-11-20
    decision: pending
`
	decided  = "    decision: approved\n    decided_at: 2026-11-30\n    approver: \"@platform\"\n    expires_at: 2027-06-30\n"
	known    = "version: 1\nfindings:\n  - {id: \"0123456789ab\", rule: \"schema/unknown-dialect\", subject: \"order.paid\", path: \"/properties/note\", owner: \"@orders\", since: 2026-10-01}\n"
	contract = `apiVersion: evctl/v1
kind: Service
metadata: {name: orders, owner: "@orders"}
spec:
  openapi: openapi.yaml
  operations: {pay: {moneyMoving: true}}
  metrics: {file: metrics.txt, operationsTotal: http_requests_total}
  publishes: [{topic: orders, events: [order.sent]}]
`
	openapi = `openapi: 3.0.3
info: {title: orders, version: "1"}
paths:
  /pay:
    post: {operationId: pay, responses: {"201": {description: paid}}}
`
	metrics = `shop_dup_detector_suspected_duplicates_total{effect="charge"} 2
ops_unknown_outcome_total{age_bucket="under_1h"} 7
ops_unknown_outcome_total{age_bucket=">24h"} 3
http_requests_total{code="200"} 1e6
http_requests_total{code="500"} 5
rpc_retry_ratio{caller="orders",callee="psp"} 0.04
rpc_retry_ratio{caller="orders",callee="stock"} NaN
`
)

func options(s gittest.Sandbox) Options {
	return Options{Dir: s.Dir, Now: time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC), Offline: true, Tool: "evctl"}
}

// repositoryWithAll makes one with everything in it, and a life of its exception.
func repositoryWithAll(t *testing.T) gittest.Sandbox {
	s := gittest.New(t)
	s.Repo("r")
	s.Git("r", "remote", "add", "origin", "git@github.com:acme/orders.git")
	commit := func(day string, files ...string) {
		t.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00Z")
		s.Commit("r", files...)
	}
	commit("2026-11-20", "evctl.yaml", settings, "days.yaml", days, "evctl.exceptions.yaml", filed, "evctl.baseline.yaml", known, "CODEOWNERS", "/schemas/events/order.paid/ @schema-owners\n",
		"contract.yaml", contract, "openapi.yaml", openapi, "metrics.txt", metrics,
		"schemas/events/order.sent/1.json", "{}", "schemas/events/order.sent/subject.yaml", "mode: BACKWARD\ndeprecated: soon\n",
		"schemas/events/order.paid/1.json", `{"$schema":"https://example.org/own","type":"object"}`)
	commit("2026-11-30", "evctl.exceptions.yaml", strings.Replace(filed, "    decision: pending\n", decided, 1))
	return s
}

func TestRepository(t *testing.T) {
	s := repositoryWithAll(t)
	d, err := Gather(t.Context(), []string{"r"}, options(s))
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Repositories) != 1 || d.Repositories[0].Name != "acme/orders" || d.Repositories[0].Commit != s.Git("r", "rev-parse", "HEAD") || d.Repositories[0].Unjudged != "" {
		t.Errorf("got %+v", d.Repositories)
	}
	e := d.Exceptions[0]
	if e.Owner != "@orders" || e.Decision != "approved" || e.Expires != "2027-06-30" || e.Covers != "order.paid" || e.Findings != 1 {
		t.Errorf("got %+v", e)
	}
	if *e.Took != 5 { // 23, 24, 25, 27 and 30 November: the 26th is a holiday
		t.Errorf("the decision took %d business days, want 5", *e.Took)
	}
	var steps []string
	for _, ev := range d.Events {
		steps = append(steps, string(ev.Day)+" "+ev.Step+" by "+ev.By)
	}
	if want := []string{"2026-11-20 filed by a", "2026-11-30 approved by a"}; !slices.Equal(steps, want) {
		t.Errorf("got %q, want %q", steps, want)
	}
	if len(d.Debt) != 1 || d.Debt[0].Since != "2026-10-01" || d.Debt[0].Owner != "@orders" {
		t.Errorf("got %+v", d.Debt)
	}
	if sent := d.Subjects[1]; sent.Owner != "@orders" || sent.Mode != "BACKWARD" || sent.Deprecated != "soon" {
		t.Errorf("got %+v, want the owner of the service that publishes it", sent)
	}
	subject := d.Subjects[0]
	if subject.Owner != "@schema-owners" || subject.Changed != "2026-11-20" || subject.Versions != 1 || subject.Mode != "FULL_ALL" || subject.Format != "json" {
		t.Errorf("got %+v", subject)
	}
}

func TestServices(t *testing.T) {
	s := repositoryWithAll(t)
	d, err := Gather(t.Context(), []string{"r"}, options(s))
	if err != nil || len(d.Services) != 1 {
		t.Fatalf("got %+v, %v", d.Services, err)
	}
	of := d.Services[0]
	i := slices.IndexFunc(of.Verdicts, func(v dashboard.Verdict) bool { return v.Clause == "KEY-001" })
	if i < 0 || of.Verdicts[i].Outcome != dashboard.Fail || !strings.Contains(of.Verdicts[i].Why, "openapi.yaml:") {
		t.Errorf("got %+v, want KEY-001 to fail with a place", of.Verdicts)
	}
	if want := (dashboard.Coverage{Compliant: 0, Total: 1, Due: "2027-06-30"}); of.Money == nil || *of.Money != want {
		t.Errorf("got %+v, want %+v", of.Money, want)
	}
	if of.Mutating == nil || of.Mutating.Due != "2027-12-31" {
		t.Errorf("got %+v, want four quarters", of.Mutating)
	}
	values := map[string]float64{}
	for _, m := range d.Measures {
		values[m.Name+" "+m.Edge] = m.Value
	}
	want := map[string]float64{"suspected-duplicates ": 2, "unknown-outcomes-24h ": 3, "operations ": 1_000_005, "retry-ratio orders → psp": 0.04}
	for name, value := range want {
		if values[name] != value {
			t.Errorf("%s is %v, want %v", name, values[name], value)
		}
	}
	if len(values) != len(want) {
		t.Errorf("got %v", values)
	}
}

// What was pruned from the file stays on the dashboard, closed.
func TestPrunedExceptionsStay(t *testing.T) {
	s := repositoryWithAll(t)
	t.Setenv("GIT_COMMITTER_DATE", "2026-12-01T07:00:00Z")
	s.Commit("r", "evctl.exceptions.yaml", "version: 1\nexceptions: []\n")
	d, err := Gather(t.Context(), []string{"r"}, options(s))
	if err != nil || len(d.Exceptions) != 1 || d.Exceptions[0].Closed != "2026-12-01" || *d.Exceptions[0].Took != 5 {
		t.Errorf("got %+v, %v", d.Exceptions, err)
	}
}

// A repository that cannot be judged is there, with the reason; the others are
// judged.
func TestBrokenRepositories(t *testing.T) {
	s := repositoryWithAll(t)
	s.Repo("empty")
	s.Repo("broken")
	s.Commit("broken", "evctl.yaml", "version: 1\nregisrty: {}\n")
	if err := os.Mkdir(s.Path("plain"), 0o755); err != nil {
		t.Fatal(err)
	}
	d, err := Gather(t.Context(), []string{"r", "empty", "broken", "plain"}, options(s))
	if err == nil || len(d.Repositories) != 4 {
		t.Fatalf("got %+v, %v", d.Repositories, err)
	}
	for _, r := range d.Repositories {
		if (r.Unjudged == "") != (r.Name == "acme/orders") {
			t.Errorf("%s: unjudged %q", r.Name, r.Unjudged)
		}
	}
	if !strings.Contains(err.Error(), `did you mean "registry"`) {
		t.Errorf("the error %v does not say what is wrong with the configuration", err)
	}
}

func TestShallowCloneSaysWhatIsMissing(t *testing.T) {
	s := repositoryWithAll(t)
	s.Git(".", "clone", "-q", "--depth=1", "file://"+s.Path("r"), "shallow")
	d, _ := Gather(t.Context(), []string{"shallow"}, options(s))
	if len(d.Exceptions) != 1 || len(d.Events) != 0 || !strings.Contains(strings.Join(d.Repositories[0].Notes, "\n"), "the history of exceptions: ") {
		t.Errorf("got %+v", d.Repositories)
	}
}

func TestSourcesThatAreNone(t *testing.T) {
	s := repositoryWithAll(t)
	s.Write(".", "run.json", `{"version":1,"findings":[]}`, "sub/run.json", `{"version":1,"findings":[]}`)
	for want, sources := range map[string][]string{
		"no such file":                     {"gone"},
		"are about acme/orders":            {"r", "./r"},
		"both run.json and run.json are":   {"run.json", "run.json"},
		"read gone.json: no such file":     {"r", "gone.json"},
		"the text ends before":             {"empty.json"},
		"want version 1":                   {"two.json"},
		"found no findings, want the repo": {"array.json"},
	} {
		s.Write(".", "empty.json", "", "two.json", `{"version":2,"findings":[]}`, "array.json", "[]")
		_, err := Gather(t.Context(), sources, options(s))
		var usage *ci.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want a caller's mistake about %q", sources, err, want)
		}
	}
	if d, err := Gather(t.Context(), []string{"run.json", "sub/run.json"}, options(s)); err != nil || len(d.Repositories) != 2 {
		t.Errorf("got %+v, %v", d.Repositories, err)
	}
}

func TestNames(t *testing.T) {
	for origin, want := range map[string]string{
		"git@github.com:acme/orders.git": "acme/orders", "https://gitlab.example.com/a/b/orders": "b/orders", "ssh://git@host:22/acme/orders.git/": "acme/orders",
		"": "folder", "/srv/git/orders.git": "folder", "file:///srv/orders": "folder", "../orders": "folder",
	} {
		if got := nameOf(origin, filepath.FromSlash("/src/folder")); got != want {
			t.Errorf("%q is named %q, want %q", origin, got, want)
		}
	}
}

func TestBucketsOlderThanADay(t *testing.T) {
	for bucket, want := range map[string]bool{
		">24h": true, "≥ 24h": true, "24h+": true, "gt_24h": true, "over_24h": true, "older_than_1d": true, "24h-72h": true, "1d-7d": true, "7d+": true, "1w+": true, ">1d": true,
		"": false, "1h": false, "24h": false, "<24h": false, "under_24h": false, "1h-24h": false, ">1h": false, "+Inf": false, "24": false, ">99999999999999999999h": false,
	} {
		if got := olderThanDay(bucket); got != want {
			t.Errorf("%q: got %t, want %t", bucket, got, want)
		}
	}
}

func TestClausesAreTheWorst(t *testing.T) {
	got := clauses([]verdict.Verdict{
		{Clause: "A-1", Outcome: verdict.Pass, Message: "first"}, {Clause: "A-1", Outcome: verdict.Inconclusive, Message: "second"}, {Clause: "A-1", Outcome: verdict.Warn, Message: "third"},
		{Clause: "A-2", Outcome: verdict.NotApplicable, Message: "n"}, {Clause: "A-2", Outcome: verdict.Pass, Message: "p", Item: "op"},
	})
	want := []dashboard.Verdict{{Clause: "A-1", Outcome: dashboard.Inconclusive, Why: "second"}, {Clause: "A-2", Outcome: dashboard.Pass, Why: "op: p"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Every outcome of a verdict is one that the dashboard knows.
func TestOutcomesAreKnown(t *testing.T) {
	for _, o := range verdict.Outcomes() {
		if dashboard.Worst(dashboard.Outcome(o)) == "" {
			t.Errorf("the dashboard does not know %q", o)
		}
	}
}

func TestMeasuresPassNonsenseOver(t *testing.T) {
	sums := sums{values: map[string]float64{}}
	if err := exposition.Samples("m", []byte("dup_detector_suspected_duplicates_total +Inf\n"), sums.add); err != nil || len(sums.values) != 0 {
		t.Errorf("got %v, %v", sums.values, err)
	}
}
