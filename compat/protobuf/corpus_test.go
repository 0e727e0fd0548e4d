//go:build corpus

package protobuf

import (
	"bufio"
	"compress/gzip"
	"context"
	jsonlib "encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// A corpusCase is a change with the verdicts of a linter that is not ours.
type corpusCase struct {
	ID, Format, Name, Direction string
	Old, New                    string
	Refs                        struct{ Old, New map[string]string }
	Buf                         struct {
		WireJSON *bool `json:"WIRE_JSON"`
		Wire     *bool `json:"WIRE"`
		Rules    []string
	}
}

// corpus calls f for each Protobuf line of a file of the corpora, and skips
// the test where they are not at hand.
func corpus(t *testing.T, name string, f func(line []byte)) {
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no corpus: %v", err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func (c corpusCase) schemas() (old, new *evctl.Schema) {
	side := func(file, text string, refs map[string]string) *evctl.Schema {
		s := &evctl.Schema{Format: evctl.Protobuf, File: file, Text: []byte(text), Refs: map[string]*evctl.Schema{}}
		for name, ref := range refs {
			s.Refs[name] = &evctl.Schema{Format: evctl.Protobuf, File: name, Text: []byte(ref)}
		}
		return s
	}
	return side("old.proto", c.Old, c.Refs.Old), side("new.proto", c.New, c.Refs.New)
}

var directions = map[string][]evctl.Direction{
	"backward": {evctl.Backward}, "forward": {evctl.Forward}, "full": {evctl.Backward, evctl.Forward},
}

// explained are the verdicts in which we differ, with the reason.
var explained = map[string]string{
	"protobuf-buf-0293": "the message moved to an import and lost its promise of ProtoJSON there, which the linter reports for the other file",
	"protobuf-buf-0443": sameStructure,
	"protobuf-buf-0449": sameStructure,
	"protobuf-buf-0456": sameStructure,
	"cp-010 wire_json BACKWARD": "a wider integer is a string in JSON; the report asks readers with a schema only, " +
		"the linter refuses it both ways",
}

const sameStructure = "a field's type has another name and the same structure: no event reads otherwise"

func TestCorpusWireJSON(t *testing.T) {
	for _, name := range []string{"peers.jsonl.gz", "protobuf-matrix.jsonl.gz"} {
		right, differs := 0, 0
		corpus(t, name, func(line []byte) {
			var c corpusCase
			if err := jsonlib.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			if c.Format != "protobuf" || c.Buf.WireJSON == nil {
				return
			}
			old, new := c.schemas()
			j, err := New().Compare(context.Background(), old, new, directions[c.Direction], evctl.Semantics{Policy: evctl.Strict})
			if err != nil {
				t.Fatal(err)
			}
			if agrees(t, c.ID, j, *c.Buf.WireJSON) {
				right++
			} else {
				differs++
			}
		})
		t.Logf("%s: %d right, %d explained", name, right, differs)
	}
}

// agrees fails the test where a verdict is not the one wanted and not
// explained, or explained for no reason.
func agrees(t *testing.T, id string, j evctl.Judgement, compatible bool) bool {
	t.Helper()
	same := (j.Verdict == evctl.Compatible) == compatible
	if _, known := explained[id]; same == known {
		t.Errorf("%s: %s, want compatible %t\n%s", id, j.Verdict, compatible, findingLines(j))
	}
	for _, f := range j.Findings {
		if f.Severity == evctl.Error && f.Witness == nil && j.Verdict != evctl.Invalid {
			t.Errorf("%s: no witness: %s", id, f.Message)
		}
	}
	return same
}

// A fieldReport is a public bug report with the right answer for each level.
type fieldReport struct {
	ID, Area string
	Input    struct{ Message, Old, New string }
	Expect   struct {
		Wire, JSON *struct{ Backward, Forward bool }
	}
}

func TestCorpusFieldReports(t *testing.T) {
	corpus(t, "field-reports.jsonl.gz", func(line []byte) {
		var r fieldReport
		if jsonlib.Unmarshal(line, &r) != nil || r.Area != "compat-proto" || r.Expect.Wire == nil {
			return
		}
		c := corpusCase{Old: r.Input.Old, New: r.Input.New}
		old, new := c.schemas()
		old.Message, new.Message = r.Input.Message, r.Input.Message
		for dir, want := range map[evctl.Direction][2]bool{
			evctl.Backward: {r.Expect.Wire.Backward, r.Expect.JSON.Backward},
			evctl.Forward:  {r.Expect.Wire.Forward, r.Expect.JSON.Forward},
		} {
			for level, compatible := range map[evctl.Level]bool{evctl.Wire: want[0], evctl.WireJSON: want[0] && want[1]} {
				j, err := New().Compare(context.Background(), old, new, []evctl.Direction{dir}, evctl.Semantics{Level: level})
				if err != nil {
					t.Fatal(err)
				}
				agrees(t, fmt.Sprint(r.ID, " ", level, " ", dir), j, compatible)
			}
		}
	})
}

func findingLines(j evctl.Judgement) string {
	var b strings.Builder
	for _, f := range j.Findings {
		b.WriteString("  " + f.Severity.String() + " " + f.Rule + " " + string(f.Direction) + " " + f.Message + "\n")
	}
	return b.String()
}
