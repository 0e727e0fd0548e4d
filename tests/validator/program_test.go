package validator

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A half is a compiled program and what it must agree with.
type half struct {
	name      string
	program   *program.Program
	validator *jsonschema.Validator
	known     *jsonschema.Projection // nil under the strict policy
	writes    bool
}

// halves compiles a schema in every way; nil if no library compiles it.
func halves(t rapid.TB, s *evctl.Schema, sem evctl.Semantics) []half {
	var made []half
	for _, h := range []struct {
		name   string
		policy evctl.Policy
		half   program.Half
	}{{"strict", evctl.Strict, program.Reader}, {"writer", evctl.Lenient, program.Writer}, {"reader", evctl.Lenient, program.Reader}} {
		sem.Policy = h.policy
		compile := jsonschema.Compile
		if h.half == program.Writer {
			compile = jsonschema.CompileWriter
		}
		v, libraryErr := compile(s, sem)
		p, err := program.Compile(s, sem, h.half)
		if (err == nil) != (libraryErr == nil) {
			t.Fatalf("%s: compiled: %v, by the library: %v\n%s", h.name, err, libraryErr, s.Text)
		}
		if err != nil {
			return nil
		}
		made = append(made, half{h.name, p, v, nil, h.half == program.Writer})
		if h.policy == evctl.Lenient {
			known, err := jsonschema.NewProjection(s, sem)
			if err != nil {
				t.Fatal(err)
			}
			made[len(made)-1].known = known
		}
	}
	return made
}

// wants tells what the half must say of a document, and whether that is known.
func (h half) wants(doc *jsondoc.Document) (valid, known bool) {
	value := doc.Root
	if h.known != nil && !h.writes {
		value = h.known.Project(value)
	}
	err := h.validator.Validate(value)
	var invalid *jsonschema.ValidationError
	if err != nil && !errors.As(err, &invalid) {
		return false, false
	}
	return err == nil && !(h.writes && len(h.known.Unknown(value)) > 0), true
}

// compare has a half judge a document, and the libraries too.
func (h half) compare(t rapid.TB, schema, document []byte) {
	err := h.program.Validate(document)
	var fault *program.Fault
	errors.As(err, &fault)
	doc, syntaxErr := jsondoc.Parse("", document)
	if syntaxErr != nil {
		if err == nil {
			t.Fatalf("%s: accepted, but %v\n%s\n%s", h.name, syntaxErr, schema, document)
		}
		return
	}
	want, known := h.wants(doc)
	switch {
	case fault != nil && fault.Unsure:
		var invalid *jsonschema.ValidationError
		if err := h.validator.Validate(doc.Root); known && (err == nil || errors.As(err, &invalid)) { // no number is beyond the limits
			t.Fatalf("%s: unsure at %d, want valid %v\n%s\n%s", h.name, fault.Offset, want, schema, document)
		}
	case known && want != (err == nil):
		t.Fatalf("%s: %+v, want valid %v\nplan %v\n%s\n%s", h.name, fault, want, h.program.Plan(), schema, document)
	case fault != nil && (fault.Offset < 0 || fault.Offset > len(document)):
		t.Fatalf("%s: fault at %d of %d bytes", h.name, fault.Offset, len(document))
	}
}

// TestProgramsAgreeWithLibraries compares programs with the libraries and the
// reference of known names, over drawn schemas and documents. Documents are
// spaced and escaped at random, and some are damaged.
func TestProgramsAgreeWithLibraries(t *testing.T) {
	documents := 40 // for each schema
	if n, err := strconv.Atoi(os.Getenv("EVCTL_DOCUMENTS")); err == nil {
		documents = n
	}
	compared, whole, programs := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		draft := rapid.SampledFrom([]string{"4", "6", "7", "2019-09", "2020-12"}).Draw(t, "draft")
		text, err := json.Marshal(anySchema(t, draft, 3))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: text}
		made := halves(t, s, evctl.Semantics{Draft: draft, AssertFormats: rapid.IntRange(0, 3).Draw(t, "asserted") == 0})
		for _, h := range made {
			programs++
			if len(h.program.Plan()) == 0 {
				whole++
			}
		}
		for range documents {
			document := printed(r, anyDocument(r, 3))
			for _, h := range made {
				h.compare(t, text, document)
				compared++
			}
		}
	})
	t.Logf("%d comparisons; %d of %d programs compiled whole", compared, whole, programs)
}
