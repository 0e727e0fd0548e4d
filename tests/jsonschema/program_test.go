//go:build corpus

package jsonschema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// TestCorpusProgramsAgree compiles real schemas, makes up documents, damages
// some, and has programs and libraries judge them.
func TestCorpusProgramsAgree(t *testing.T) {
	const documents = 30
	compared, schemas, whole := 0, 0, 0
	for _, corpus := range []string{"evolution-wikimedia-primary.jsonl.gz", "evolution-iglu.jsonl.gz", "evolution-schemastore.jsonl.gz"} {
		for _, versions := range histories(t, corpus) {
			s := versions[len(versions)-1]
			for _, half := range []program.Half{program.Writer, program.Reader} {
				p, err := program.Compile(s, evctl.Semantics{}, half)
				judge, known, libraryErr := libraryOf(s, half)
				if (err == nil) != (libraryErr == nil) {
					t.Errorf("%s: compiled: %v, by the library: %v", s.SchemaRef, err, libraryErr)
				}
				if err != nil || libraryErr != nil {
					continue
				}
				if schemas++; len(p.Plan()) == 0 {
					whole++
				}
				for _, document := range made(s, documents) {
					compared++
					agreeOn(t, s, p, half, judge, known, document)
				}
			}
		}
	}
	t.Logf("%d comparisons, %d of %d programs compiled whole", compared, whole, schemas)
}

func libraryOf(s *evctl.Schema, half program.Half) (*jsonschema.Validator, *jsonschema.Projection, error) {
	compile := jsonschema.Compile
	if half == program.Writer {
		compile = jsonschema.CompileWriter
	}
	v, err := compile(s, evctl.Semantics{})
	if err != nil {
		return nil, nil, err
	}
	known, err := jsonschema.NewProjection(s, evctl.Semantics{})
	return v, known, err
}

func made(s *evctl.Schema, n int) (documents [][]byte) {
	var root any
	if json.Unmarshal(s.Text, &root) != nil {
		return nil
	}
	r := sampler{rand.New(rand.NewPCG(3, 4)), root}
	for i := range n {
		text, err := json.Marshal(r.value(root, 0))
		if err != nil {
			continue
		}
		if i%3 == 0 { // damaged: another value, or no JSON
			at := r.IntN(len(text))
			text = bytes.Join([][]byte{text[:at], []byte(pick(r, []string{"0", "1", `"`, "null", ",", "x", "-", "."})), text[min(len(text), at+r.IntN(3)):]}, nil)
		}
		documents = append(documents, text)
	}
	return documents
}

func agreeOn(t *testing.T, s *evctl.Schema, p *program.Program, half program.Half, v *jsonschema.Validator, known *jsonschema.Projection, document []byte) {
	err := p.Validate(document)
	doc, syntax := jsondoc.Parse("", document)
	if syntax != nil {
		if err == nil {
			t.Errorf("%s: accepted: %s", s.SchemaRef, document)
		}
		return
	}
	value := doc.Root
	if half == program.Reader {
		value = known.Project(value)
	}
	libraryErr := v.Validate(value)
	var invalid *jsonschema.ValidationError
	if libraryErr != nil && !errors.As(libraryErr, &invalid) {
		return
	}
	want := libraryErr == nil && (half == program.Reader || len(known.Unknown(value)) == 0)
	if (err == nil) != want {
		t.Errorf("%s, half %d: got %+v, want valid %v (%v)\n%s", s.SchemaRef, half, err, want, libraryErr, document)
	}
}
