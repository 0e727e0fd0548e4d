//go:build corpus

package jsonschema

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// corpus opens a file of the measuring corpora, or skips the test.
func corpus(t *testing.T, name string) []json.RawMessage {
	t.Helper()
	for _, dir := range []string{os.Getenv("EVCTL_CORPUS"), "../../../shared/corpus"} {
		f, err := os.Open(filepath.Join(dir, name))
		if dir == "" || err != nil {
			continue
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		var lines []json.RawMessage
		scan := bufio.NewScanner(z)
		scan.Buffer(nil, 64<<20)
		for scan.Scan() {
			lines = append(lines, append(json.RawMessage(nil), scan.Bytes()...))
		}
		return lines
	}
	t.Skipf("corpus %s not found: set EVCTL_CORPUS to measure", name)
	return nil
}

type suiteGroup struct {
	Draft, File, Description string
	Schema                   json.RawMessage
	Tests                    []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

func suite(t *testing.T) ([]suiteGroup, map[string]*evctl.Schema) {
	remotes := map[string]*evctl.Schema{}
	for _, line := range corpus(t, "validator-suite-remotes.jsonl.gz") {
		var remote struct {
			URL    string
			Schema json.RawMessage
		}
		if err := json.Unmarshal(line, &remote); err != nil {
			t.Fatal(err)
		}
		remotes[remote.URL] = &evctl.Schema{Format: evctl.JSON, File: remote.URL, Text: remote.Schema}
	}
	var groups []suiteGroup
	for _, line := range corpus(t, "validator-suite.jsonl.gz") {
		var g suiteGroup
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		groups = append(groups, g)
	}
	return groups, remotes
}

// reached returns the remotes that a schema reaches, as a registry would.
func reached(t *testing.T, s *evctl.Schema, sem evctl.Semantics, remotes, into map[string]*evctl.Schema) {
	doc, err := jsondoc.Parse("", s.Text)
	if err != nil {
		t.Fatal(err)
	}
	dialect, _ := Draft(doc, sem)
	refs := append(refsOf(doc, s.File, dialect), Ref{URI: doc.Root.TextOf("$schema")})
	for _, ref := range refs {
		if remote := remotes[ref.URI]; remote != nil && into[ref.URI] == nil {
			into[ref.URI] = remote
			reached(t, remote, sem, remotes, into)
		}
	}
}

// score counts the tests of one draft.
type score struct{ right, required, optionalRight, optional int }

// TestCorpusOfficialSuite demands every required test of the official suite, of v6
// alone too. The
// optional ones are counted: they miss where a library's format is lax, and in
// draft 4's "1.0 is no integer", which is not our semantics.
func TestCorpusOfficialSuite(t *testing.T) {
	groups, remotes := suite(t)
	scores := map[string]*score{}
	shared := map[bool]*parts{false: {}, true: {}} // by whether formats are asserted
	divided := 0
	for _, g := range groups {
		optional := strings.Contains(g.File, "optional")
		s := &evctl.Schema{Format: evctl.JSON, File: "suite.json", Text: g.Schema, Refs: map[string]*evctl.Schema{}}
		asserted := strings.Contains(g.File, "optional/format") || strings.Contains(g.File, "optional/content")
		sem := evctl.Semantics{Draft: strings.TrimPrefix(g.Draft, "draft"), AssertFormats: asserted}
		reached(t, s, sem, remotes, s.Refs)
		v, err := Compile(s, sem)
		if err != nil {
			t.Errorf("%s %s %q: %v", g.Draft, g.File, g.Description, err)
			continue
		}
		if scores[g.Draft] == nil {
			scores[g.Draft] = &score{}
		}
		alone, err := compileSecond(v.bundle, v.bundle.root.uri, (&normalizer{bundle: v.bundle, added: map[string]string{}}).texts())
		if err != nil {
			t.Errorf("%s %s %q: v6: %v", g.Draft, g.File, g.Description, err)
			continue
		}
		for _, test := range g.Tests {
			value, err := jsondoc.Parse("data", test.Data)
			if err != nil {
				t.Fatal(err)
			}
			failures, err := alone.validate(plainValue(value.Root))
			if (err == nil && len(failures) == 0) != test.Valid && !optional {
				t.Errorf("%s %s %q %q: v6: want valid %v, got %v, %v", g.Draft, g.File, g.Description, test.Description, test.Valid, failures, err)
			}
			err = v.Validate(value.Root)
			if d, ok := alike(t, s, sem, shared[asserted], value.Root, err == nil); !ok {
				t.Errorf("%s %s %q %q: piecemeal it is another answer", g.Draft, g.File, g.Description, test.Description)
			} else if d {
				divided++
			}
			right := (err == nil) == test.Valid
			scores[g.Draft].count(right, optional)
			if !right && !optional {
				t.Errorf("%s %s %q %q: want valid %v, got %v", g.Draft, g.File, g.Description, test.Description, test.Valid, err)
			}
		}
	}
	t.Logf("%d values judged piecemeal by v5", divided)
	for draft, s := range scores {
		t.Logf("%s: required %d of %d, optional %d of %d", draft, s.right, s.required, s.optionalRight, s.optional)
	}
}

// alike reports whether as much of a schema as the value comes to, compiled
// piecemeal, gives the same answer, and whether it could be divided.
func alike(t *testing.T, s *evctl.Schema, sem evctl.Semantics, shared *parts, value *jsondoc.Node, want bool) (divided, ok bool) {
	t.Helper()
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		t.Fatal(err)
	}
	dialect, _ := Draft(doc, sem)
	if text, _, ok := extract(doc, baseURI(s), dialect, reachOf(value), evctl.Strict); ok && len(s.Refs) == 0 {
		if doc, err = jsondoc.Parse(s.File, text); err != nil {
			t.Fatal(err)
		}
		sem.Draft = dialect.String()
	}
	b, err := loadParsed(s, doc, sem)
	if err != nil {
		t.Fatal(err)
	}
	root, _, divided := shared.divide(b, false, nothing)
	if divided {
		_, divided = shared.library(root)
	}
	v, err := b.compileBy(shared, false, nothing)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := v.Allows(value)
	return divided, got == want
}

func (s *score) count(right, optional bool) {
	n := 0
	if right {
		n = 1
	}
	if optional {
		s.optional++
		s.optionalRight += n
		return
	}
	s.required++
	s.right += n
}
