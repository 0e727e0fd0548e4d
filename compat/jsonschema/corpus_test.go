//go:build corpus

package jsonschema

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// Each test here measures the engine against a collection of cases that is
// kept outside the project, and fails on a wrong verdict or a witness that
// other validators refute:
//
//	go test -tags corpus -run Corpus -v ./compat/jsonschema

func corpus(t *testing.T, name string, line func([]byte)) {
	t.Helper()
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no corpus: set EVCTL_CORPUS to its folder: %v", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		line(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func decode(t *testing.T, line []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(line, into); err != nil {
		t.Fatal(err)
	}
}

func strictly(draft string) evctl.Semantics {
	return evctl.Semantics{Policy: evctl.Strict, Draft: strings.TrimPrefix(strings.TrimPrefix(draft, "draft"), "-")}
}

func TestCorpusPeers(t *testing.T) {
	c := newTable(t, "peers, JSON, strict")
	directions := map[string][]evctl.Direction{
		"backward": {evctl.Backward}, "subschema": {evctl.Backward}, "forward": {evctl.Forward}, "full": both,
	}
	corpus(t, "peers.jsonl.gz", func(line []byte) {
		var p struct {
			ID, Format, Draft, Old, New, Direction string
			Compatible                             bool
			Contradicts                            bool   `json:"semantic_disagreement"`
			Kind                                   string `json:"disagreement_kind"`
		}
		if decode(t, line, &p); p.Format == "json" && p.Kind != "annotation_keyword" {
			c.ask(p.ID, is(p.Compatible != p.Contradicts), schemaOf(p.Old), schemaOf(p.New), strictly(p.Draft), directions[p.Direction]...)
		}
	})
	c.report()
}

// TestCorpusContainment asks for facts that the suite states. Its optional
// part, where formats may be asserted, states some that are no facts: they are
// counted, and one that a verified witness refutes is printed.
func TestCorpusContainment(t *testing.T) {
	c := newTable(t, "containment, strict")
	containment(t, "containment.jsonl.gz", c.ask)
	c.report()
}

func TestCorpusContainmentOptional(t *testing.T) {
	c := newTable(t, "containment-optional, strict (orientation)")
	c.lax = true
	containment(t, "containment-optional.jsonl.gz", c.ask)
	c.report()
}

func containment(t *testing.T, name string, ask func(id string, want *fact, old, new *evctl.Schema, sem evctl.Semantics, dirs ...evctl.Direction)) {
	corpus(t, name, func(line []byte) {
		var p struct {
			ID, Draft string
			S1, S2    json.RawMessage
			Forth     *fact `json:"s1_in_s2"`
			Back      *fact `json:"s2_in_s1"`
			Formats   string
		}
		decode(t, line, &p)
		sem := strictly(p.Draft)
		sem.AssertFormats = p.Formats != "" && p.Formats != "annotate"
		if p.Forth != nil {
			ask(p.ID, p.Forth, schemaOf(string(p.S1)), schemaOf(string(p.S2)), sem, evctl.Backward)
		}
		if p.Back != nil {
			ask(p.ID, p.Back, schemaOf(string(p.S1)), schemaOf(string(p.S2)), sem, evctl.Forward)
		}
	})
}

func TestCorpusFieldReports(t *testing.T) {
	c := newTable(t, "field-reports, compat-json, strict")
	corpus(t, "field-reports.jsonl.gz", func(line []byte) {
		var p struct {
			ID, Area string
			Input    struct{ Old, New json.RawMessage }
			Expect   struct{ Backward, Forward, Full *fact }
		}
		if decode(t, line, &p); p.Area != "compat-json" || p.Input.Old == nil {
			return
		}
		ask := func(want *fact, dirs ...evctl.Direction) {
			if want != nil {
				c.ask(p.ID, want, schemaOf(string(p.Input.Old)), schemaOf(string(p.Input.New)), strictly(""), dirs...)
			}
		}
		ask(p.Expect.Backward, evctl.Backward)
		ask(p.Expect.Forward, evctl.Forward)
		ask(p.Expect.Full, both...)
	})
	c.report()
}

// TestCorpusValidatorSuite reads the official suite as exact facts: an
// instance is valid if and only if its enum lies within the schema, and
// invalid if and only if the schema lies within the enum's complement.
// Optional tests are a table of their own, with formats asserted where the file
// says what they assert.
func TestCorpusValidatorSuite(t *testing.T) {
	remotes := map[string]*evctl.Schema{}
	corpus(t, "validator-suite-remotes.jsonl.gz", func(line []byte) {
		var r struct {
			URL    string
			Schema json.RawMessage
		}
		decode(t, line, &r)
		remotes[r.URL] = &evctl.Schema{Format: evctl.JSON, File: "remote.json", Text: r.Schema}
	})
	required := newTable(t, "validator suite as exact facts, required")
	optional := newTable(t, "validator suite as exact facts, optional")
	formats := newTable(t, "validator suite as exact facts, optional/format and content asserted")
	optional.lax, formats.lax = true, true
	corpus(t, "validator-suite.jsonl.gz", func(line []byte) {
		var g struct {
			Draft, File, Description string
			Schema                   json.RawMessage
			Tests                    []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		decode(t, line, &g)
		sem, c := strictly(g.Draft), required
		switch {
		case strings.HasPrefix(g.File, "optional/format/"), g.File == "optional/content.json":
			sem.AssertFormats, c = true, formats
		case strings.HasPrefix(g.File, "optional"):
			c = optional
		case slices.Contains([]string{"format.json", "content.json"}, g.File):
			return
		}
		for _, test := range g.Tests {
			id := strings.Join([]string{g.Draft, g.File, g.Description, test.Description}, "/")
			s, enum, not := schemaOf(string(g.Schema)), schemaOf(`{"enum":[`+string(test.Data)+`]}`), schemaOf(`{"not":{"enum":[`+string(test.Data)+`]}}`)
			if strings.Contains(string(g.Schema), "localhost") {
				s.Refs = remotes
			}
			c.ask(id, is(test.Valid), enum, s, sem, evctl.Backward)
			c.ask(id, is(!test.Valid), s, not, sem, evctl.Backward)
		}
	})
	required.report()
	optional.report()
	formats.report()
}

// evolutions are the collections of histories.
var evolutions = []string{"wikimedia-primary", "wikimedia-secondary", "iglu", "schemastore"}

// histories reads a collection of histories.
func histories(t *testing.T, name string, each func(subject string, versions []*evctl.Schema)) {
	corpus(t, "evolution-"+name+".jsonl.gz", func(line []byte) {
		var h struct {
			Subject  string
			Versions []struct{ Schema json.RawMessage }
		}
		decode(t, line, &h)
		var versions []*evctl.Schema
		for _, v := range h.Versions {
			versions = append(versions, schemaOf(string(v.Schema)))
		}
		each(h.Subject, versions)
	})
}

// TestCorpusHistories compares consecutive versions of real schemas under both
// policies. Nobody knows the right verdicts; the witnesses are the test.
func TestCorpusHistories(t *testing.T) {
	for _, name := range evolutions {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			c := newTable(t, "evolution-"+name+", consecutive, FULL, "+string(policy))
			histories(t, name, func(subject string, versions []*evctl.Schema) {
				for i := 1; i < len(versions); i++ {
					c.ask(subject, nil, versions[i-1], versions[i], evctl.Semantics{Policy: policy}, both...)
				}
			})
			c.report()
		}
	}
}

// TestCorpusWholeHistories compares the newest version with all before it, as
// FULL_ALL does.
func TestCorpusWholeHistories(t *testing.T) {
	for _, name := range evolutions {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			c := newTable(t, "evolution-"+name+", FULL_ALL of the newest, "+string(policy))
			histories(t, name, func(subject string, versions []*evctl.Schema) {
				newest := versions[len(versions)-1]
				for _, old := range versions[:len(versions)-1] {
					c.ask(subject, nil, old, newest, evctl.Semantics{Policy: policy}, both...)
				}
			})
			c.report()
		}
	}
}
