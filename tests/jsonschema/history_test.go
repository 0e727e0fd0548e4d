//go:build corpus

package jsonschema_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// histories returns the versions of each subject in a corpus, oldest first.
func histories(t *testing.T, name string) [][]*evctl.Schema {
	var all [][]*evctl.Schema
	corpusLines(t, name, func(line []byte) { all = append(all, history(t, line)) })
	return all
}

// corpusLines reads a collection that is kept outside the project.
func corpusLines(t *testing.T, name string, each func(line []byte)) {
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
		scan := bufio.NewScanner(z)
		scan.Buffer(nil, 64<<20)
		for scan.Scan() {
			each(scan.Bytes())
		}
		return
	}
	t.Skipf("corpus %s not found: set EVCTL_CORPUS to measure", name)
}

func history(t *testing.T, line []byte) []*evctl.Schema {
	var subject struct {
		Subject  string
		Versions []struct{ Schema json.RawMessage }
	}
	if err := json.Unmarshal(line, &subject); err != nil {
		t.Fatal(err)
	}
	var versions []*evctl.Schema
	for i, v := range subject.Versions {
		ref := evctl.SchemaRef{Subject: subject.Subject, Version: i + 1}
		versions = append(versions, &evctl.Schema{SchemaRef: ref, Format: evctl.JSON, File: "s.json", Text: v.Schema})
	}
	return versions
}

// TestCorpusRealDocumentsNeverContradict makes up events of real schemas, wherever
// the engine says that the neighbouring version reads them all, and has the
// other validators and projections check each.
func TestCorpusRealDocumentsNeverContradict(t *testing.T) {
	const documents = 6 // a question
	e := engine.New()
	read := 0
	for _, corpus := range []string{"evolution-wikimedia-primary.jsonl.gz", "evolution-iglu.jsonl.gz"} {
		for _, versions := range histories(t, corpus) {
			for i := 1; i < len(versions); i++ {
				for _, policy := range []evctl.Policy{evctl.Lenient, evctl.Strict} {
					sem := evctl.Semantics{Policy: policy}
					read += sampleQuestion(t, e, versions[i-1], versions[i], evctl.Backward, sem, documents)
					read += sampleQuestion(t, e, versions[i-1], versions[i], evctl.Forward, sem, documents)
				}
			}
		}
	}
	if read < 1000 {
		t.Errorf("only %d events were read: the sampler has lost its way", read)
	}
	t.Logf("%d events read", read)
}

// sampleQuestion returns how many events were written and read.
func sampleQuestion(t *testing.T, e *engine.Engine, old, next *evctl.Schema, d evctl.Direction, sem evctl.Semantics, documents int) (read int) {
	judgement, err := e.Compare(context.Background(), old, next, []evctl.Direction{d}, sem)
	if err != nil || judgement.Verdict != evctl.Compatible {
		return 0
	}
	writer, reader := old, next
	if d == evctl.Forward {
		writer, reader = next, old
	}
	w, r := newParty(t, writer, sem), newParty(t, reader, sem)
	if w == nil || r == nil {
		return 0
	}
	var root any
	if err := json.Unmarshal(writer.Text, &root); err != nil {
		t.Fatal(err)
	}
	s := sampler{rand.New(rand.NewPCG(1, 2)), root}
	for range documents {
		event := w.write(t, s.value(root, 0))
		if event == nil {
			continue
		}
		read++
		if err := r.validator.Validate(r.keep(event)); err != nil {
			t.Errorf("%s %s, %s: compatible, but of %s: %v", next.SchemaRef, d, sem.Policy, event.Canonical(), err)
		}
	}
	return read
}

// A party writes or reads events under a policy.
type party struct {
	validator  *jsonschema.Validator
	projection *jsonschema.Projection // nil under the strict policy
}

// newParty returns nil for a schema that no validator compiles.
func newParty(t *testing.T, s *evctl.Schema, sem evctl.Semantics) *party {
	v, err := jsonschema.Compile(s, sem)
	if errors.Is(err, jsonschema.ErrUnsupported) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if sem.Policy == evctl.Strict {
		return &party{validator: v}
	}
	p, err := jsonschema.NewProjection(s, sem)
	if err != nil {
		t.Fatal(err)
	}
	return &party{v, p}
}

func (p *party) keep(event *jsondoc.Node) *jsondoc.Node {
	if p.projection == nil {
		return event
	}
	return p.projection.Project(event)
}

// write returns the event if the party may write it, else nil.
func (p *party) write(t *testing.T, v any) *jsondoc.Node {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsondoc.Parse("event", text)
	if err != nil {
		t.Fatal(err)
	}
	event := p.keep(doc.Root)
	if p.validator.Validate(event) != nil {
		return nil
	}
	return event
}
