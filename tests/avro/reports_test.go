//go:build corpus

package avro

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/twmb/avro"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/avro"
	"github.com/evctl/evctl/registry"
)

// A report is a public bug report with the right answer.
type report struct {
	ID, Area string
	Input    struct {
		Old, New, Schema, A, B json.RawMessage
		Files                  map[string]json.RawMessage
	}
	Expect struct {
		Backward, Forward *bool
		BackwardWitness   json.RawMessage `json:"backward_witness"`
		ForwardWitness    json.RawMessage `json:"forward_witness"`
		Valid             *bool
		Valid112          *bool    `json:"valid_1_12"`
		SameVersion       *bool    `json:"same_version"`
		Warnings          []string // of a valid schema
		Canonical         string
	}
}

// TestCorpusReports runs the reports about Avro for real: twmb/avro reads or
// refuses what the verdict says, and our events are read by it under the
// writer's schema and refused under the reader's.
func TestCorpusReports(t *testing.T) {
	pairs, events, schemas := 0, 0, 0
	reports(t, func(r report) {
		switch e := r.Expect; {
		case e.Backward != nil:
			pairs++
			events += r.direction(t, evctl.Backward, r.Input.Old, r.Input.New, *e.Backward)
			events += r.direction(t, evctl.Forward, r.Input.New, r.Input.Old, *e.Forward)
		case e.Valid != nil || e.Valid112 != nil || e.Canonical != "":
			schemas++
			r.valid(t)
		case e.SameVersion != nil:
			schemas++
			a, b := &evctl.Schema{Format: evctl.Avro, Text: r.Input.A}, &evctl.Schema{Format: evctl.Avro, Text: r.Input.B}
			if registry.Same(a, b) != *e.SameVersion {
				t.Errorf("%s: one version %t, want %t", r.ID, !*e.SameVersion, *e.SameVersion)
			}
		}
	})
	t.Logf("%d pairs, %d events, %d schemas", pairs, events, schemas)
}

func reports(t *testing.T, f func(report)) {
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	file, err := os.Open(filepath.Join(dir, "field-reports.jsonl.gz"))
	if err != nil {
		t.Skipf("no corpus: set EVCTL_CORPUS to its folder: %v", err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r report
		if err := json.Unmarshal(lines.Bytes(), &r); err == nil && r.Area == "compat-avro" {
			f(r)
		}
	}
}

// direction holds one answer of a report against ours and against twmb's, and
// returns how many events it has read.
func (r report) direction(t *testing.T, dir evctl.Direction, writer, reader json.RawMessage, want bool) int {
	old, new := r.Input.Old, r.Input.New
	j, err := engine.New().Compare(context.Background(), schema("old.avsc", string(old)), schema("new.avsc", string(new)), []evctl.Direction{dir}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	if (j.Verdict == evctl.Compatible) != want {
		t.Errorf("%s %s: %s, want compatible %t: %v", r.ID, dir, j.Verdict, want, j.Findings)
	}
	w, err := avro.Parse(string(writer))
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	read, err := avro.Parse(string(reader))
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	resolved, err := avro.Resolve(w, read)
	if (err == nil) != want && !twmbDiffers(j, string(reader)) {
		t.Logf("%s %s: twmb says %v, the report %t", r.ID, dir, err, want)
	}
	events := 0
	for _, f := range j.Findings {
		if f.Severity < evctl.Error || f.Witness == nil || f.Witness.Hex == "" || j.Verdict == evctl.Compatible {
			continue
		}
		events++
		event, err := hex.DecodeString(f.Witness.Hex)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if rest, err := w.Decode(event, &value); err != nil || len(rest) > 0 {
			t.Errorf("%s: the writer does not read %x: %v", r.ID, event, err)
		}
		if resolved != nil {
			if _, err := resolved.Decode(event, &value); err == nil && !twmbDiffers(j, string(reader)) {
				t.Errorf("%s: twmb reads %x, which we say it cannot", r.ID, event)
			}
		}
	}
	return events
}

func (r report) valid(t *testing.T) {
	want := r.Expect.Valid == nil || *r.Expect.Valid
	text := r.Input.Schema
	refs := map[string]*evctl.Schema{}
	for name, file := range r.Input.Files {
		if text == nil && bytes.Contains(file, []byte(`"record"`)) {
			text = file
			continue
		}
		refs[name] = schema(name, string(file))
	}
	s := schema("new.avsc", string(text))
	s.Refs = refs
	j, err := engine.New().Compare(context.Background(), s, s, nil, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	if (j.Verdict != evctl.Invalid) != want {
		t.Errorf("%s: %s %v, want valid %t", r.ID, j.Verdict, j.Findings, want)
	}
	for _, warning := range r.Expect.Warnings {
		word := strings.Fields(warning)[2] // "logical type date ignored on long"
		if len(j.Findings) == 0 || !strings.Contains(j.Findings[0].Message, word) {
			t.Errorf("%s: no warning %q: %v", r.ID, warning, j.Findings)
		}
	}
	form := registry.Canonical(evctl.Avro, text)
	for range 200 {
		if !bytes.Equal(form, registry.Canonical(evctl.Avro, text)) {
			t.Fatalf("%s: the canonical form differs from call to call", r.ID)
		}
	}
}
