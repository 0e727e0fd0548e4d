// Package openapi reads what the rules need of an OpenAPI document, 3.0 or 3.1,
// in YAML or JSON: operations with their parameters, responses and error codes,
// each with its place. Call [Parse].
//
// References resolve inside the document alone. One that leads out of it, to
// nothing or in a circle is no error: it is listed with the operation, so that
// a rule can say that it could not judge. Nothing is ever fetched. Size, depth,
// expansion of aliases and work are bounded. The package validates nothing
// beyond what it reads.
//
// The document is walked here, on the nodes of the YAML parser, because the
// model builder of pb33f/libopenapi (v0.38) follows references without bound:
// two parameters that refer to each other overflow its stack and end the
// process.
package openapi

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// Limits of a document from outside.
const (
	MaxBytes = 4 << 20   // of the text
	MaxDepth = 100       // nested values, references followed included
	MaxName  = 500       // bytes of an operationId
	MaxSteps = 1_000_000 // values visited, aliases and references counted as what they stand for
)

// A Document is a parsed OpenAPI description.
type Document struct {
	File       string
	Version    string // as written: 3.0.3, 3.1.0
	Operations []Operation
}

// An Operation is one method of one path, in the order of the file.
type Operation struct {
	Method     string // upper case
	Path       string // the template
	ID         string // operationId; may be empty
	Position   evctl.Position
	Parameters []Parameter // its own, then those of its path that it does not replace
	Responses  []Response
	TTL        Text // x-idempotency.ttl
	// Open are the references that were not followed. Where one stands for a
	// parameter or a response, something is missing from the lists above.
	Open []Open
}

// Name returns what people call the operation: its id, else method and path.
func (o Operation) Name() string {
	if o.ID != "" {
		return o.ID
	}
	return o.Method + " " + o.Path
}

// A Parameter is a resolved parameter. Length bounds are nil where the schema
// has none.
type Parameter struct {
	Name, In             string
	Required             bool
	MinLength, MaxLength *int
	Pattern              string
	Position             evctl.Position
}

// A Response is a resolved response.
type Response struct {
	Status   string // 409, 4XX, default
	Headers  []string
	Codes    []Text // values that the schema or an example gives a member code, type or error of the body
	Position evctl.Position

	codes map[string]bool // the values of Codes
}

// Text is a value and its place.
type Text struct {
	Value    string
	Position evctl.Position
}

// Open is a reference that was not followed.
type Open struct {
	Ref      string
	Why      string // it leads out of the document, to nothing, or in a circle
	Position evctl.Position
}

// An Error is a text that is not an OpenAPI document.
type Error struct {
	Position evctl.Position
	Message  string
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Message }

// Has reports whether the body may carry a code.
func (r Response) Has(code string) bool {
	return r.codes[code]
}

// HasHeader reports whether a header is documented; case does not matter.
func (r Response) HasHeader(name string) bool {
	return slices.ContainsFunc(r.Headers, func(h string) bool { return strings.EqualFold(h, name) })
}
