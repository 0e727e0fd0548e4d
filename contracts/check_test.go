package contracts_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/verdict"
)

func contract(name, spec string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("apiVersion: evctl/v1\nkind: Service\nmetadata: {name: " + name + ", owner: me}\nspec:\n" + spec)}
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func outcomes(result contracts.Result, clause string) map[string]verdict.Verdict {
	out := map[string]verdict.Verdict{}
	for _, s := range result.Services {
		for _, v := range s.Verdicts {
			if v.Clause == clause {
				out[v.Item] = v
			}
		}
	}
	return out
}

func judged(t *testing.T, fsys fstest.MapFS, o contracts.Options) contracts.Result {
	o.Globs = []string{"**/contract.yaml"}
	if o.Now.IsZero() {
		o.Now = today
	}
	result, err := contracts.Check(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Seed 004 prints two operations for operators that take no key.
func TestOperatorEndpointsOfTheSeed(t *testing.T) {
	result := judged(t, fstest.MapFS{
		"contract.yaml": contract("ledger", "  openapi: openapi.yaml\n"),
		"openapi.yaml": file(`openapi: 3.0.3
info: {title: ledger admin, version: "1"}
paths:
  /v1/admin/dead-letters:
    get: {operationId: listDeadLetters, responses: {"200": {description: dead letters}}}
  /v1/admin/dead-letters/{dead_letter_id}/replay:
    post:
      operationId: replayDeadLetter
      requestBody: {content: {application/json: {schema: {type: object, properties: {mode: {enum: [FIXED_CONSUMER]}}}}}}
      responses: {"202": {description: started}}
  /v1/replays:
    post:
      operationId: startReplay
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {"202": {description: started}}
`)}, contracts.Options{})
	got := outcomes(result, "KEY-001")
	if len(got) != 2 || got["replayDeadLetter"].Outcome != verdict.Fail || got["startReplay"].Outcome != verdict.Fail {
		t.Errorf("got %v", got)
	}
	if at := got["startReplay"].Position.String(); at != "openapi.yaml:12:5" {
		t.Errorf("startReplay fails at %s", at)
	}
	for _, clause := range []string{"KEY-002", "KEY-004", "KEY-005", "KEY-006"} {
		for item, v := range outcomes(result, clause) {
			if v.Outcome != verdict.NotApplicable {
				t.Errorf("%s of %s: %s, the missing key is one fact", clause, item, v.Outcome)
			}
		}
	}
}

// A retry at two layers multiplies; the message has the product.
func TestRetriesAtTwoLayers(t *testing.T) {
	result := judged(t, fstest.MapFS{
		"contract.yaml": contract("orders", "  idempotency: {ttl: 72h}\n  clients: [{name: sdk, maxAttempts: 3, retryHorizon: 1h}]\n  retries: {istio: [istio.yaml]}\n"),
		"istio.yaml":    file("kind: VirtualService\nmetadata: {name: orders}\nspec:\n  http:\n  - retries: {attempts: 3}\n    route: [{destination: {host: orders}}]\n"),
	}, contracts.Options{})
	v := outcomes(result, "RTY-001")[""]
	if v.Outcome != verdict.Fail || !strings.Contains(v.Message, "up to 12 attempts") || v.Position.String() != "istio.yaml:5:15" || len(v.Evidence) != 2 {
		t.Errorf("got %s: %s at %s, %v", v.Outcome, v.Message, v.Position, v.Evidence)
	}
}

// What is put off is a warning that names the last day; then it is an error.
func TestAdoption(t *testing.T) {
	fsys := fstest.MapFS{
		"contract.yaml": contract("a", "  openapi: o.yaml\n  operations: {pay: {moneyMoving: true}}\n  waivers: [EX-2026-001]\n"),
		"o.yaml":        file("openapi: 3.1.0\npaths:\n  /pay: {post: {operationId: pay}}\n  /note: {post: {operationId: note}}\n"),
	}
	day := func(text string) time.Time {
		out, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, test := range []struct {
		adopted, now      string
		pay, note, waiver evctl.Severity
		due               string
	}{
		{"2026-10-01T00:00:00Z", "2026-09-01T00:00:00Z", evctl.Warning, evctl.Warning, evctl.Error, "2027-12-31"},
		{"2026-12-31T00:00:00Z", "2027-06-30T23:59:59Z", evctl.Warning, evctl.Warning, evctl.Error, "2027-12-31"},
		{"2026-10-01T00:00:00Z", "2027-07-01T00:00:00Z", evctl.Error, evctl.Warning, evctl.Error, "2027-12-31"},
		{"2024-02-29T00:00:00Z", "2025-03-31T23:00:00Z", evctl.Error, evctl.Warning, evctl.Error, "2025-03-31"},
		{"2024-02-29T00:00:00Z", "2025-04-01T00:00:00Z", evctl.Error, evctl.Error, evctl.Error, ""},
		{"0001-01-01T00:00:00Z", "2026-11-30T00:00:00Z", evctl.Error, evctl.Error, evctl.Error, ""},
	} {
		result := judged(t, fsys, contracts.Options{Adopted: day(test.adopted), Now: day(test.now)})
		keys, waivers := outcomes(result, "KEY-001"), outcomes(result, "EXC-001")
		if keys["pay"].Severity != test.pay || keys["note"].Severity != test.note || keys["note"].Due != test.due || waivers["EX-2026-001"].Severity != test.waiver {
			t.Errorf("adopted %s, now %s: pay %s, note %s until %q, waiver %s", test.adopted, test.now, keys["pay"].Severity, keys["note"].Severity, keys["note"].Due, waivers["EX-2026-001"].Severity)
		}
	}
}

func TestServicesAndTouched(t *testing.T) {
	fsys := fstest.MapFS{
		"a/contract.yaml":              contract("a", "  openapi: o.yaml\n"),
		"a/o.yaml":                     file("openapi: 3.1.0\npaths: {}\n"),
		"b/contract.yaml":              contract("b", "  stores: {db: {migrations: sql}}\n"),
		"b/sql/1.sql":                  file(""),
		"bad/contract.yaml":            file("apiVersion: evctl/v1\nkind: Servic\n"),
		"other/contract.yaml":          file("openrpc: 1\n"),
		"node_modules/x/contract.yaml": contract("x", "  {}\n"),
		".git/contract.yaml":           contract("y", "  {}\n"),
		"t/testdata/contract.yaml":     contract("z", "  {}\n"),
		"own/evctl.yaml":               file("version: 1\n"),
		"own/contract.yaml":            contract("own", "  {}\n"),
	}
	all := judged(t, fsys, contracts.Options{Guess: true})
	if len(all.Services) != 2 || all.Seen != 3 || len(all.Invalid) != 1 {
		t.Errorf("got %d services of %d, invalid %v", len(all.Services), all.Seen, all.Invalid)
	}
	if chosen := judged(t, fsys, contracts.Options{}); len(chosen.Invalid) != 2 || len(chosen.Services) != 3 {
		t.Errorf("a chosen file that is no contract is no fault: %v", chosen.Invalid)
	}
	if others := judged(t, fsys, contracts.Options{Guess: true, Others: []string{"b"}}); len(others.Services) != 1 || others.Seen != 2 {
		t.Errorf("got %d services of %d: what lies in b is another repository's", len(others.Services), others.Seen)
	}
	one := judged(t, fsys, contracts.Options{Guess: true, Services: []string{"b"}})
	if len(one.Services) != 1 || one.Services[0].Name != "b" {
		t.Errorf("got %v", one.Services)
	}
	touched := judged(t, fsys, contracts.Options{Guess: true, Touched: func(files []string) bool { return strings.Contains(strings.Join(files, " "), "a/o.yaml") }})
	if len(touched.Services) != 1 || touched.Services[0].Name != "a" || len(touched.Invalid) != 0 || touched.Seen != 3 {
		t.Errorf("got %v, invalid %v, seen %d", touched.Services, touched.Invalid, touched.Seen)
	}
	_, err := contracts.Check(t.Context(), fstest.MapFS{"contract.yaml": fsys["a/contract.yaml"]}, contracts.Options{Globs: []string{"*.yaml"}, Services: []string{"c"}, Now: today})
	if !errors.Is(err, contracts.ErrUnknownService) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := contracts.Check(ctx, fsys, contracts.Options{Globs: []string{"**/contract.yaml"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestVerify(t *testing.T) {
	o := contracts.Options{Globs: []string{"contract.yaml"}, Topics: "platform/topics.yaml"}
	if seen, found, err := contracts.Verify(t.Context(), os.DirFS(orders), o); seen != 1 || len(found) != 0 || err != nil {
		t.Errorf("got %d contracts, %v, %v", seen, found, err)
	}
	o.Topics = "nowhere.yaml"
	_, found, err := contracts.Verify(t.Context(), os.DirFS(orders), o)
	if err != nil || len(found) != 1 || found[0].Rule != "contract/file-missing" || found[0].Position.File != "nowhere.yaml" {
		t.Errorf("got %v, %v", found, err)
	}
}

// One broken file of many services is one finding.
func TestSharedFaultIsOneFinding(t *testing.T) {
	fsys := fstest.MapFS{"mesh.yaml": file("kind: VirtualService\nspec: [\n")}
	for _, name := range []string{"a", "b"} {
		fsys[name+"/contract.yaml"] = contract(name, "  retries: {istio: [../mesh.yaml]}\n")
	}
	found := judged(t, fsys, contracts.Options{}).Findings()
	if len(found) != 1 || found[0].Position.File != "mesh.yaml" || found[0].Position.Line == 0 {
		t.Errorf("got %v", found)
	}
}
