//go:build corpus

package program_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// corpus reads a file of the measuring corpora, or skips the test.
func corpus[T any](t *testing.T, name string) (lines []T) {
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
		for decoder := json.NewDecoder(bufio.NewReader(z)); decoder.More(); {
			var line T
			if err := decoder.Decode(&line); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, line)
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

type suiteRemote struct {
	URL    string
	Schema json.RawMessage
}

// reached adds the remotes that a schema reaches, as a registry would.
func reached(t *testing.T, s *evctl.Schema, remotes, into map[string]*evctl.Schema) {
	doc, err := jsondoc.Parse("", s.Text)
	if err != nil {
		t.Fatal(err)
	}
	refs := jsonschema.Refs(doc, s.File)
	if dialect := doc.Root.Get("$schema"); dialect != nil {
		refs = append(refs, jsonschema.Ref{URI: dialect.Text})
	}
	for _, ref := range refs {
		if remote := remotes[ref.URI]; remote != nil && into[ref.URI] == nil {
			into[ref.URI] = remote
			reached(t, remote, remotes, into)
		}
	}
}

// TestCorpusOfficialSuite demands every required test of the official suite, and
// tells how many schemas are compiled whole. The optional ones must come out as
// the libraries say.
func TestCorpusOfficialSuite(t *testing.T) {
	remotes := map[string]*evctl.Schema{}
	for _, r := range corpus[suiteRemote](t, "validator-suite-remotes.jsonl.gz") {
		remotes[r.URL] = &evctl.Schema{Format: evctl.JSON, File: r.URL, Text: r.Schema}
	}
	groups, whole, parts, tests := 0, 0, map[string]int{}, 0
	for _, g := range corpus[suiteGroup](t, "validator-suite.jsonl.gz") {
		optional := strings.Contains(g.File, "optional")
		s := &evctl.Schema{Format: evctl.JSON, File: "suite.json", Text: g.Schema, Refs: map[string]*evctl.Schema{}}
		asserted := strings.Contains(g.File, "optional/format") || strings.Contains(g.File, "optional/content")
		sem := evctl.Semantics{Draft: strings.TrimPrefix(g.Draft, "draft"), AssertFormats: asserted, Policy: evctl.Strict}
		if g.Draft == "draft4" && strings.HasPrefix(string(g.Schema), "{") { // what Refs goes by
			s.Text = append([]byte(`{"$schema":"http://json-schema.org/draft-04/schema#",`), g.Schema[1:]...)
		}
		reached(t, s, remotes, s.Refs)
		p, err := program.Compile(s, sem, program.Reader)
		if err != nil {
			t.Errorf("%s %s %q: %v", g.Draft, g.File, g.Description, err)
			continue
		}
		library, err := jsonschema.Compile(s, sem)
		if err != nil {
			t.Fatal(err)
		}
		groups++
		if len(p.Plan()) == 0 {
			whole++
		}
		for _, step := range p.Plan() {
			parts[step.Reason]++
		}
		for _, test := range g.Tests {
			if !optional {
				tests++
			}
			doc, err := jsondoc.Parse("", test.Data)
			if err != nil {
				t.Fatal(err)
			}
			want := library.Validate(doc.Root) == nil
			var fault *program.Fault
			err = p.Validate(test.Data)
			if errors.As(err, &fault) && fault.Unsure {
				t.Errorf("%s %s %q %q: no answer", g.Draft, g.File, g.Description, test.Description)
			}
			if (err == nil) != want || !optional && want != test.Valid {
				t.Errorf("%s %s %q %q: got %v, want valid %v, the suite says %v, plan %v", g.Draft, g.File, g.Description, test.Description, err, want, test.Valid, p.Plan())
			}
		}
	}
	t.Logf("%d required tests; %d of %d schemas compiled whole; left to the libraries: %v", tests, whole, groups, parts)
}
