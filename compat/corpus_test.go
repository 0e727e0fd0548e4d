//go:build corpus

package compat

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// corpus opens a collection of cases that is kept outside the project.
func corpus(t *testing.T, name string) *bufio.Scanner {
	t.Helper()
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no corpus: set EVCTL_CORPUS to its folder: %v", err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, MaxLine)
	return lines
}

// A question is a batch case with the verdict that is right.
type question struct {
	ID      string                       `json:"id"`
	Format  string                       `json:"format"`
	Draft   string                       `json:"draft,omitempty"`
	Old     string                       `json:"old,omitempty"`
	History []string                     `json:"history,omitempty"`
	New     string                       `json:"new"`
	Refs    map[string]map[string]string `json:"refs,omitempty"`
	Message string                       `json:"message,omitempty"`
	Mode    string                       `json:"mode"`
	Policy  string                       `json:"policy"`
	Level   string                       `json:"level,omitempty"`

	want     bool
	versions []int // that must be named, if any
}

// ask runs the questions as one batch and compares verdicts. It fails on a
// wrong one unless explained says why, and on an explanation that nothing needs.
func ask(t *testing.T, questions []question, explained map[string]string) {
	t.Helper()
	var in, out bytes.Buffer
	for _, q := range questions {
		if err := json.NewEncoder(&in).Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	if err := New().Batch(context.Background(), &in, &out); err != nil {
		t.Fatal(err)
	}
	wall := time.Since(start)
	tallies := map[string]*tally{}
	needed := map[string]bool{}
	answers := json.NewDecoder(&out)
	for _, q := range questions {
		var a answer
		if err := answers.Decode(&a); err != nil {
			t.Fatal(err)
		}
		if tallies[q.Format] == nil {
			tallies[q.Format] = &tally{doubts: map[string]int{}}
		}
		if wrong := tallies[q.Format].count(q, a); wrong != "" {
			needed[q.ID] = true
			if explained[q.ID] == "" {
				t.Errorf("%s: %s\n%s", q.ID, wrong, a.text())
			}
		}
	}
	for _, q := range questions {
		if explained[q.ID] != "" && !needed[q.ID] {
			t.Errorf("%s is explained, but right", q.ID)
		}
	}
	for _, format := range []string{"json", "avro", "protobuf"} {
		if tallies[format] != nil {
			t.Logf("%s, %s%s", t.Name(), format, tallies[format])
		}
	}
	t.Logf("the batch of %d lines took %s, %s a line", len(questions), wall.Round(time.Millisecond), (wall / time.Duration(max(len(questions), 1))).Round(time.Microsecond))
}

type tally struct {
	cases, right, wrong, undecided, invalid int
	proven, bare, unverified                int            // incompatible with a verified event, without one, with an unverified one
	doubts                                  map[string]int // undecided, by path's keyword
	slowest                                 int64          // microseconds
	slowestID                               string
}

// String is a table. Nothing but times differs from run to run.
func (c *tally) String() string {
	var b strings.Builder
	row := func(label string, n any) { fmt.Fprintf(&b, "\n  %-36s %v", label, n) }
	row("cases", c.cases)
	row("right", c.right)
	row("wrong", c.wrong)
	row("invalid", c.invalid)
	row("undecided", c.undecided)
	for _, keyword := range slices.Sorted(maps.Keys(c.doubts)) {
		row("  "+keyword, c.doubts[keyword])
	}
	row("incompatible, verified event", c.proven)
	row("incompatible, unverified event", c.unverified)
	row("incompatible, no event", c.bare)
	row("slowest line", fmt.Sprintf("%v (%s)", time.Duration(c.slowest)*time.Microsecond, c.slowestID))
	return b.String()
}

// count returns what is wrong with an answer, or "".
func (c *tally) count(q question, a answer) string {
	c.cases++
	if a.Elapsed > c.slowest {
		c.slowest, c.slowestID = a.Elapsed, q.ID
	}
	switch a.Verdict {
	case evctl.Undecided:
		c.undecided++
		for _, r := range a.Reasons {
			if r.Rule == "compat/undecided" || r.Rule == "compat/writer-empty" {
				c.doubts[strings.TrimPrefix(r.Rule, "compat/")+" "+r.Path[strings.LastIndexByte(r.Path, '/')+1:]]++
				break
			}
		}
		return ""
	case evctl.Invalid:
		c.invalid++
		return "invalid"
	}
	if a.Verdict == evctl.Incompatible {
		c.witness(a)
	}
	if (a.Verdict == evctl.Compatible) != q.want {
		c.wrong++
		return fmt.Sprintf("%s, which is wrong", a.Verdict)
	}
	if got := a.versions(); q.versions != nil && !slices.Equal(got, q.versions) {
		c.wrong++
		return fmt.Sprintf("breaks versions %v, want %v", got, q.versions)
	}
	c.right++
	return ""
}

func (c *tally) witness(a answer) {
	shown := false
	for _, r := range a.Reasons {
		if w := r.Witness; w != nil {
			shown = shown || w.Hex != "" || w.Value != nil || w.Datum != nil || w.Written != ""
			if w.Unverified {
				c.unverified++
				return
			}
		}
	}
	if !shown {
		c.bare++
		return
	}
	c.proven++
}

func (a answer) versions() []int {
	var versions []int
	for _, r := range a.Reasons {
		if r.Version > 0 && !slices.Contains(versions, r.Version) {
			versions = append(versions, r.Version)
		}
	}
	slices.Sort(versions)
	return versions
}

func (a answer) text() string {
	var b strings.Builder
	for _, r := range a.Reasons {
		fmt.Fprintf(&b, "\t%s %s %q: %s\n", r.Rule, r.Direction, r.Path, r.Message)
	}
	return b.String()
}

var peerModes = map[string]string{"backward": "BACKWARD", "subschema": "BACKWARD", "forward": "FORWARD", "full": "FULL"}

const (
	noFields   = "the new record has no member fields: no Avro schema, though Ruby takes it for an empty record"
	badDefault = "the new schema's default is no value of its type: no Avro schema, though the peer does not look"
	sameShape  = "a field's type has another name and the same structure: no event reads otherwise"
)

// peerExplained says why we answer otherwise than a peer, beyond what the
// corpus itself marks.
var peerExplained = map[string]string{
	"avro-avroruby-0027": noFields,
	"avro-avroruby-0028": noFields,
	"avro-avroruby-0029": noFields,
	"avro-avroruby-0077": noFields,
	"avro-karapace-0008": badDefault,
	"avro-karapace-0349": badDefault,
	"avro-karapace-0350": badDefault,
	"history-0027":       badDefault,

	"protobuf-buf-0293": "the first message moved to an import and has no promise of ProtoJSON there; the linter reports that for the other file",
	"protobuf-buf-0443": sameShape,
	"protobuf-buf-0449": sameShape,
	"protobuf-buf-0456": sameShape,
}

func TestCorpusPeers(t *testing.T) {
	lines := corpus(t, "peers.jsonl.gz")
	var questions []question
	for lines.Scan() {
		var c struct {
			question
			Direction    string
			Compatible   bool
			Disagreement bool   `json:"semantic_disagreement"`
			Kind         string `json:"disagreement_kind"`
			CompileError any    `json:"compile_error"`
			Buf          struct {
				WIREJSON *bool `json:"WIRE_JSON"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Kind == "annotation_keyword" || c.CompileError != nil || !decides(c.Format) {
			continue
		}
		q := c.question
		q.Mode, q.Policy = peerModes[c.Direction], "strict"
		q.want = c.Compatible != c.Disagreement // ours follows semantics
		if c.Buf.WIREJSON != nil {
			q.want, q.Level = *c.Buf.WIREJSON, "wire_json"
		}
		questions = append(questions, q)
	}
	ask(t, questions, peerExplained)
}

func TestCorpusPeersHistory(t *testing.T) {
	lines := corpus(t, "peers-history.jsonl.gz")
	var questions []question
	for lines.Scan() {
		var c struct {
			ID, Format, Level, New string
			History                []string
			Compatible             bool
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if decides(c.Format) {
			questions = append(questions, question{ID: c.ID, Format: c.Format, History: c.History, New: c.New,
				Mode: c.Level, Policy: "strict", want: c.Compatible})
		}
	}
	ask(t, questions, peerExplained)
}

func TestCorpusFieldReports(t *testing.T) {
	lines := corpus(t, "field-reports.jsonl.gz")
	var questions []question
	for lines.Scan() {
		var c fieldReport
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(c.Area, "compat-") {
			questions = append(questions, c.questions()...)
		}
	}
	ask(t, questions, map[string]string{
		"cp-010 BACKWARD wire_json": "a wider integer is a string in ProtoJSON, so buf refuses the change both ways; the report asks only whether readers parse a number",
	})
}

// A fieldReport's schemas are JSON values, but for Protobuf's, which are strings.
type fieldReport struct {
	ID, Area string
	Input    struct {
		Format, Message, Level string
		Old, New, Candidate    json.RawMessage
		History                []json.RawMessage
	}
	Expect struct {
		Backward, Forward, Full, Compatible *bool
		Wire, JSON                          *struct{ Backward, Forward bool }
		FailingVersions                     []int `json:"failing_versions"`
	}
}

func (c fieldReport) questions() []question {
	q := question{Format: strings.TrimSuffix(c.Input.Format, "schema"), Message: c.Input.Message, Policy: "strict"}
	if !decides(q.Format) {
		return nil
	}
	var list []question
	add := func(mode, level string, want *bool) {
		if want != nil {
			q.ID, q.Mode, q.Level, q.want = strings.TrimSpace(c.ID+" "+mode+" "+level), mode, level, *want
			list = append(list, q)
		}
	}
	if c.Input.History != nil {
		for _, version := range c.Input.History {
			q.History = append(q.History, schemaText(version))
		}
		q.New, q.versions = schemaText(c.Input.Candidate), c.Expect.FailingVersions
		add(c.Input.Level, "", c.Expect.Compatible)
		return list
	}
	q.Old, q.New = schemaText(c.Input.Old), schemaText(c.Input.New)
	add("BACKWARD", "", c.Expect.Backward)
	add("FORWARD", "", c.Expect.Forward)
	add("FULL", "", c.Expect.Full)
	if wire, json := c.Expect.Wire, c.Expect.JSON; wire != nil && json != nil {
		backward, forward := wire.Backward && json.Backward, wire.Forward && json.Forward
		add("BACKWARD", "wire", &wire.Backward)
		add("FORWARD", "wire", &wire.Forward)
		add("BACKWARD", "wire_json", &backward)
		add("FORWARD", "wire_json", &forward)
	}
	return list
}

// schemaText takes a schema out of its report: a history's entry may wrap it,
// and a Protobuf file is a string.
func schemaText(raw json.RawMessage) string {
	var wrapped struct{ Schema json.RawMessage }
	if json.Unmarshal(raw, &wrapped) == nil && wrapped.Schema != nil {
		raw = wrapped.Schema
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func decides(format string) bool { return New().engines[evctl.Format(format)] != nil }
