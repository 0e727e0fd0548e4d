package conformance_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl/ci/conformance"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/internal/ruletest"
)

// result has every outcome, and text that would like to be mark-up.
func result(t *testing.T) contracts.Result {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	waivers, err := exceptions.Parse("evctl.exceptions.yaml", []byte(`version: 1
exceptions:
  - {id: EX-2026-001, rules: [rfc/con-003], match: {service: shop, operations: [jobs]}, reason: later, owner: me, filed_at: 2026-11-24,
     decision: approved, decided_at: 2026-11-25, approver: you, expires_at: 2027-06-30}
`), func(name string) (string, bool) { return name, true })
	if err != nil {
		t.Fatal(err)
	}
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	out, err := contracts.Check(t.Context(), fstest.MapFS{
		"shop/contract.yaml": file("apiVersion: evctl/v1\nkind: Service\nmetadata: {name: shop, owner: '@<b>shop</b>'}\nspec:\n  openapi: openapi.yaml\n  operations: {pay: {moneyMoving: true}}\n" +
			"  metrics: {file: gone.txt}\n  retries: {}\n  clients: [{name: \"app\\e[31m|`x`\", maxAttempts: 2}]\n  idempotency: {ttl: 1h}\n" +
			"  consumes: [{topic: jobs, sideEffecting: true}, {topic: late, redelivery: 7d, sideEffecting: true, dedupe: {mode: inbox, retention: 7d}}]\n"),
		"shop/openapi.yaml": file("openapi: 3.1.0\npaths:\n  /pay: {post: {operationId: pay}}\n  /note: {post: {operationId: note}}\n"),
	}, contracts.Options{Globs: []string{"**/contract.yaml"}, Now: now, Adopted: now.AddDate(0, -9, 0), Exceptions: waivers,
		Waivers: exceptions.Run{Now: now, Base: waivers, Approvers: []string{"you"}}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFormats(t *testing.T) {
	r := conformance.New("evctl test", result(t))
	for _, test := range []struct {
		format, file string
		style        conformance.Style
	}{
		{"text", "text.txt", conformance.Style{Verbose: true, Missing: true}},
		{"text", "quiet.txt", conformance.Style{Quiet: true, Path: func(file string) string { return "../" + file }}},
		{"markdown", "report.md", conformance.Style{}},
		{"junit", "junit.xml", conformance.Style{}},
		{"html", "page.html", conformance.Style{}},
	} {
		write, ok := conformance.Lookup(test.format)
		if !ok {
			t.Fatalf("no format %s", test.format)
		}
		var got bytes.Buffer
		if err := write(&got, &r, test.style); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", test.file)
		if ruletest.Update() {
			if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s differs: go test ./ci/conformance -update, and read the diff (%v)", golden, err)
		}
		if bytes.ContainsRune(got.Bytes(), '\x1b') {
			t.Errorf("%s: an escape of the input got through", test.format)
		}
	}
}

func TestJSON(t *testing.T) {
	r := conformance.New("evctl test", result(t))
	var text bytes.Buffer
	if err := conformance.JSON(&text, &r, conformance.Style{}); err != nil {
		t.Fatal(err)
	}
	var back conformance.Report
	dec := json.NewDecoder(&text)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&back); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, c := range back.Clauses {
		total += len(c.Verdicts)
	}
	sum := 0
	for _, n := range back.Counts {
		sum += n
	}
	if len(back.Clauses) != len(r.Clauses) || total == 0 || total != sum || back.Ruled != 16 || len(back.Faults) != 1 {
		t.Errorf("%d clauses, %d verdicts, counted %d, %d with a rule, %d faults", len(back.Clauses), total, sum, back.Ruled, len(back.Faults))
	}
}

// A viewer that counts elements finds what the attributes say.
func TestJUnitCounts(t *testing.T) {
	r := conformance.New("evctl test", result(t))
	var text bytes.Buffer
	if err := conformance.JUnit(&text, &r, conformance.Style{}); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for dec := xml.NewDecoder(&text); ; {
		token, err := dec.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
			for _, a := range start.Attr {
				if start.Name.Local == "testsuite" && slices.Contains([]string{"tests", "failures", "errors", "skipped"}, a.Name.Local) {
					count[a.Name.Local+"="+a.Value]++
				}
			}
		}
	}
	for _, want := range []string{"tests=22", "failures=1", "errors=2", "skipped=13"} {
		if count[want] != 1 {
			t.Errorf("no %s in %v", want, count)
		}
	}
	if count["testcase"] != 22 || count["failure"] != 1 || count["error"] != 2 || count["skipped"] != 13 {
		t.Errorf("got %v", count)
	}
}

// The page loads nothing and runs nothing.
func TestHTMLNeedsNothing(t *testing.T) {
	r := conformance.New("evctl test", result(t))
	var page bytes.Buffer
	if err := conformance.HTML(&page, &r, conformance.Style{}); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, bad := range []string{"<script", "<link", "<img", "src=", "<b>shop", "url("} {
		if strings.Contains(text, bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
	if !strings.Contains(text, "@&lt;b&gt;shop") {
		t.Error("the owner is not on the page")
	}
}

func TestLookup(t *testing.T) {
	for _, name := range conformance.Formats() {
		if _, ok := conformance.Lookup(name); !ok {
			t.Errorf("%s is no format", name)
		}
	}
	if _, ok := conformance.Lookup("sarif"); ok {
		t.Error("sarif is a format of findings")
	}
}
