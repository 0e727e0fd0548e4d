//go:build corpus

package jsonschema

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// A tally counts what the engine says of one collection.
type corpusTally struct {
	t                                       *testing.T
	engine                                  *Engine
	right, wrong, undecided, invalid        int
	compatible, incompatible, unverifiedOne int
	doubts                                  map[string]int
	times                                   []time.Duration
}

func newTally(t *testing.T) *corpusTally {
	return &corpusTally{t: t, engine: New(), doubts: map[string]int{}}
}

// ask compares a pair; want is nil where the verdict is not known.
func (c *corpusTally) ask(id string, want *bool, old, new *evctl.Schema, sem evctl.Semantics, dirs ...evctl.Direction) {
	start := time.Now()
	j, err := c.engine.Compare(context.Background(), old, new, dirs, sem)
	c.times = append(c.times, time.Since(start))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, f := range j.Findings {
		if f.Witness != nil && f.Witness.Unverified {
			c.unverifiedOne++
		}
		if strings.HasPrefix(f.Key, "unproven") {
			c.wrong++
			c.t.Errorf("%s: a witness was refuted", id)
		}
	}
	switch j.Verdict {
	case evctl.Undecided:
		c.undecided++
		c.doubts[j.Findings[0].Key]++
		return
	case evctl.Invalid:
		c.invalid++
		c.doubts[j.Findings[0].Message]++
		return
	case evctl.Compatible:
		c.compatible++
	default:
		c.incompatible++
	}
	if want == nil {
		return
	}
	if *want == (j.Verdict == evctl.Compatible) {
		c.right++
		return
	}
	c.wrong++
	c.t.Errorf("%s %v: got %s\nold %s\nnew %s\n%+v", id, dirs, j.Verdict, old.Text, new.Text, j.Findings)
}

func (c *corpusTally) report() {
	slices.Sort(c.times)
	var total time.Duration
	for _, d := range c.times {
		total += d
	}
	n := len(c.times)
	c.t.Logf("%d cases: right %d, wrong %d; compatible %d, incompatible %d, undecided %d, invalid %d; unverified witnesses %d; median %v, p99 %v, max %v, mean %v",
		n, c.right, c.wrong, c.compatible, c.incompatible, c.undecided, c.invalid, c.unverifiedOne,
		c.times[n/2], c.times[n*99/100], c.times[n-1], total/time.Duration(n))
	for doubt, n := range c.doubts {
		c.t.Logf("%5d undecided or invalid: %s", n, doubt)
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
	c := newTally(t)
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
			want := p.Compatible != p.Contradicts
			c.ask(p.ID, &want, schemaOf(p.Old), schemaOf(p.New), strictly(p.Draft), directions[p.Direction]...)
		}
	})
	c.report()
}

func TestCorpusContainment(t *testing.T) {
	c := newTally(t)
	corpus(t, "containment.jsonl.gz", func(line []byte) {
		var p struct {
			ID, Draft string
			S1, S2    json.RawMessage
			Forth     *bool `json:"s1_in_s2"`
			Back      *bool `json:"s2_in_s1"`
		}
		decode(t, line, &p)
		if p.Forth != nil {
			c.ask(p.ID, p.Forth, schemaOf(string(p.S1)), schemaOf(string(p.S2)), strictly(p.Draft), evctl.Backward)
		}
		if p.Back != nil {
			c.ask(p.ID, p.Back, schemaOf(string(p.S1)), schemaOf(string(p.S2)), strictly(p.Draft), evctl.Forward)
		}
	})
	c.report()
}

func TestCorpusFieldReports(t *testing.T) {
	c := newTally(t)
	corpus(t, "field-reports.jsonl.gz", func(line []byte) {
		var p struct {
			ID, Area string
			Input    struct{ Old, New json.RawMessage }
			Expect   struct{ Backward, Forward, Full *bool }
		}
		if decode(t, line, &p); p.Area != "compat-json" || p.Input.Old == nil {
			return
		}
		ask := func(want *bool, dirs ...evctl.Direction) {
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
	c := newTally(t)
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
		if strings.HasPrefix(g.File, "optional") || slices.Contains([]string{"format.json", "content.json", "vocabulary.json"}, g.File) {
			return
		}
		for _, test := range g.Tests {
			id := strings.Join([]string{g.Draft, g.File, g.Description, test.Description}, "/")
			s, enum, not := schemaOf(string(g.Schema)), schemaOf(`{"enum":[`+string(test.Data)+`]}`), schemaOf(`{"not":{"enum":[`+string(test.Data)+`]}}`)
			if strings.Contains(string(g.Schema), "localhost") {
				s.Refs = remotes
			}
			invalid := !test.Valid
			c.ask(id, &test.Valid, enum, s, strictly(g.Draft), evctl.Backward)
			c.ask(id, &invalid, s, not, strictly(g.Draft), evctl.Backward)
		}
	})
	c.report()
}

// TestCorpusHistories compares consecutive versions of real schemas under both
// policies. Nobody knows the right verdicts; the witnesses are the test.
func TestCorpusHistories(t *testing.T) {
	for _, name := range []string{"wikimedia-primary", "wikimedia-secondary", "iglu", "schemastore"} {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			t.Run(name+"/"+string(policy), func(t *testing.T) {
				c := newTally(t)
				corpus(t, "evolution-"+name+".jsonl.gz", func(line []byte) {
					var h struct {
						Subject  string
						Versions []struct{ Schema json.RawMessage }
					}
					decode(t, line, &h)
					var old *evctl.Schema
					for _, v := range h.Versions {
						new := schemaOf(string(v.Schema))
						if old != nil {
							c.ask(h.Subject, nil, old, new, evctl.Semantics{Policy: policy}, both...)
						}
						old = new
					}
				})
				c.report()
			})
		}
	}
}
