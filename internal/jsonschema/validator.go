package jsonschema

import (
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Validator is a compiled schema. It is safe for concurrent use.
type Validator struct {
	bundle  *bundle
	added   map[string]string
	library library
	root    *place // what it validates; nil for the whole schema
	redact  bool

	schemas  int  // bounds those that apply to one value; 0 if unknown
	producer bool // enforces x-extensible-enum
	assume   assumption
}

// Compile compiles the schema as registered. x-extensible-enum is an
// annotation, as it is for every reader.
//
// A text that is no JSON gives a *jsondoc.Error. Any other error wraps
// ErrUnsupported: a reference leads nowhere, the text is no valid schema of its
// draft (see ValidateSchema), or a limit is passed.
func Compile(s *evctl.Schema, sem evctl.Semantics) (*Validator, error) {
	return compile(s, sem, false)
}

// CompileWriter is Compile for the producer's half of the policy: a value that
// x-extensible-enum does not list is a violation, unless no listed value has
// its type. Under the lenient policy the producer's half also asks that
// Projection.Unknown finds nothing.
func CompileWriter(s *evctl.Schema, sem evctl.Semantics) (*Validator, error) {
	return compile(s, sem, true)
}

func compile(s *evctl.Schema, sem evctl.Semantics, writer bool) (*Validator, error) {
	b, err := loadSchema(s, sem)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	v, err := b.compile(writer, nothing)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", s.SchemaRef, err)
	}
	return v, nil
}

// loadSchema is load with the errors that Compile promises.
func loadSchema(s *evctl.Schema, sem evctl.Semantics) (*bundle, error) {
	b, err := load(s, sem)
	var syntax *jsondoc.Error
	if err != nil && !errors.As(err, &syntax) {
		err = fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return b, err
}

func (b *bundle) compile(writer bool, assume assumption) (*Validator, error) {
	z := &normalizer{bundle: b, writer: writer, added: map[string]string{}, assume: assume}
	lib, err := b.libraryAt(b.root.uri, z.texts())
	if err != nil {
		return nil, err
	}
	return &Validator{bundle: b, added: z.added, library: lib, producer: writer, assume: assume}, nil
}

// compileBy is compile for callers that ask for no violations. It shares what
// the parts hold.
func (b *bundle) compileBy(parts *parts, writer bool, assume assumption) (*Validator, error) {
	if parts == nil {
		return b.compile(writer, assume)
	}
	text, schemas, ok := parts.divide(b, writer, assume)
	if ok {
		if lib, ok := parts.library(text); ok {
			return &Validator{bundle: b, library: lib, schemas: schemas, producer: writer, assume: assume}, nil
		}
	}
	return b.compile(writer, assume)
}

// libraryAt compiles the schema at the address with the first library that can.
func (b *bundle) libraryAt(address string, texts map[string]any) (library, error) {
	lib, err := compileFirst(b, address, texts)
	if err != nil && !isLoop(err) { // v6 would find the loop only in a value
		first := err
		if lib, err = compileSecond(b, address, texts); err != nil && !errors.Is(first, errMisread) {
			err = first
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return lib, nil
}

// texts returns the rewritten documents by every address they go by.
func (z *normalizer) texts() map[string]any {
	rewritten := map[*document]any{}
	for _, doc := range z.bundle.documents {
		rewritten[doc] = z.document(doc)
	}
	texts := map[string]any{}
	for uri, p := range z.bundle.resources {
		if p.pointer == "" && !p.doc.builtIn {
			texts[uri] = rewritten[p.doc]
		}
	}
	for uri, doc := range z.bundle.addresses {
		texts[uri] = rewritten[doc]
	}
	return texts
}

// Validate returns nil if the value is valid, and a *ValidationError if not.
// Any other error means that it could not judge: a number beyond the limits, a
// pattern that takes too long, alternatives that take too many steps.
func (v *Validator) Validate(value *jsondoc.Node) error {
	failures, err := v.failures(value)
	if err != nil || len(failures) == 0 {
		return err
	}
	return &ValidationError{Violations: v.describe(value, failures)}
}

// Redacted returns a validator whose messages repeat no value.
func (v *Validator) Redacted() *Validator {
	redacted := *v
	redacted.redact = true
	return &redacted
}

// Allows is Validate for callers that ask for no reasons.
func (v *Validator) Allows(value *jsondoc.Node) (bool, error) {
	return v.allows(value, plainValue(value))
}

// allows is Allows with the plain value at hand.
func (v *Validator) allows(value *jsondoc.Node, plain any) (bool, error) {
	if err := v.check(value); err != nil {
		return false, err
	}
	allowed, err := v.library.allows(plain)
	if err != nil {
		return false, fmt.Errorf("validate: %w", err)
	}
	return allowed, nil
}

func (v *Validator) failures(value *jsondoc.Node) ([]failure, error) {
	if err := v.check(value); err != nil {
		return nil, err
	}
	failures, err := v.library.validate(plainValue(value))
	if err != nil {
		return nil, fmt.Errorf("validate: %w", err)
	}
	return failures, nil
}

// check holds a value to the limits of validation.
func (v *Validator) check(value *jsondoc.Node) error {
	if err := checkNumbers(value); err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	if v.schemas > 0 && v.schemas*visitsOf(value) < maxVisits {
		return nil
	}
	b, err := v.bundle.whole()
	if err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	root := v.root
	if root == nil {
		root = b.places[b.root.Root]
	}
	if err := b.checkCost(root, value); err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	return nil
}

// plainValue converts a node as encoding/json would decode it with UseNumber.
func plainValue(n *jsondoc.Node) any { return (&normalizer{bundle: &bundle{}}).value(nil, n, "") }
