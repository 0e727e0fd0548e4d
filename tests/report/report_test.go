// Package report judges the report's writers by other people's schemas and
// validators: SARIF by the schema of OASIS, JSON by the schema that evctl
// publishes, with a validator that evctl itself does not use for it.
package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

// archives are the golden files of ci/report; their looks were written by the
// real writers.
func archives(t *testing.T) map[string]*txtar.Archive {
	files, err := filepath.Glob("../../ci/report/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	all := map[string]*txtar.Archive{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = archive
	}
	return all
}

func member(t *testing.T, archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

func compile(t *testing.T, text []byte) *jsonschema.Schema {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:///schema", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(schema *jsonschema.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func TestSARIFIsValid(t *testing.T) {
	text, err := os.ReadFile("../../third_party/sarif/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, text)
	for name, archive := range archives(t) {
		log := member(t, archive, "sarif")
		if err := validate(schema, log); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		broken := bytes.Replace(log, []byte(`"columnKind"`), []byte(`"kindOfColumn"`), 1)
		if validate(schema, broken) == nil {
			t.Errorf("%s: the schema lets a misspelt member pass", name)
		}
	}
}

func TestJSONIsValid(t *testing.T) {
	schema := compile(t, []byte(report.Schema))
	for name, archive := range archives(t) {
		if err := validate(schema, member(t, archive, "json")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A report with every field filled, so that none is missing from the schema.
func TestSchemaKnowsEveryField(t *testing.T) {
	pos := evctl.Position{File: "a", Line: 1, Column: 2, EndLine: 3, EndColumn: 4}
	raw := json.RawMessage(`{}`)
	sum := strings.Repeat("0", 40)
	r := report.New("evctl v1", report.Against{Kind: "git", Name: "main", Commit: sum, MergeBase: sum, Registry: "prod", Mode: "FULL", Policy: "strict"},
		[]report.Family{{Name: "compat", State: report.Cached, Note: "n", Counts: map[string]int{"schemas": 1}}},
		[]evctl.Finding{{
			Rule: "compat/field-removed", Severity: evctl.Error, Subject: "s", Path: "/p", Message: "m", Position: pos,
			Old: &evctl.OldPosition{Version: 1, Position: pos, Path: "/p"}, Direction: evctl.Both, Breaks: []int{1}, Consumers: []string{"c"},
			Witness: &evctl.Witness{Value: raw, Projected: raw, Datum: raw, Hex: "00", Written: "w", Read: "r", Error: "e", Unverified: true},
			Remedy:  "r", Related: []evctl.Related{{Position: pos, Message: "m", Depth: 1}},
			Exception: &evctl.ExceptionState{ID: "EX-2026-001", State: "approved", Waives: true, Expires: "2027-01-01", Reason: "r"},
			Baseline:  &evctl.BaselineState{Since: "2026-01-01", Owner: "o"},
		}})
	r.Notes, r.Question, r.Answer = []string{"n"}, "q?", "yes"
	r.Summary.Verdict = evctl.Incompatible
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(compile(t, []byte(report.Schema)), text); err != nil {
		t.Error(err)
	}
}
