package jsonschema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// ErrUnsupported says that no validator can compile a schema, so that nothing
// is known of the events. The error that wraps it names the reason.
var ErrUnsupported = errors.New("schema cannot be compiled")

// A library is one of the validators, with a schema compiled.
type library interface {
	// validate returns nothing if the value is valid.
	validate(value any) ([]failure, error)
	// allows is validate for callers that ask for no failures.
	allows(value any) (bool, error)
}

// A failure is a keyword that a library says does not hold.
type failure struct {
	instance    []string // tokens of the JSON pointer to the value
	document    string   // URI of the document, as the library knows it
	location    string   // JSON pointer of the keyword or boolean schema
	alternative string   // location of the innermost anyOf or oneOf around it
	pair        [2]int   // the two items, or branches, for uniqueItems and oneOf
	want        any      // the keyword's value, where the library tells it
	misplaced   bool     // only the last token of instance is reliable
}

// guard turns a panic of a library into an error: they index and assert types
// without checks, and a timeout comes through them.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = r
	default:
		*err = fmt.Errorf("validator stopped: %v", r)
	}
}

// splitLocation splits an absolute location into the document's URI and the
// JSON pointer, whose tokens the libraries escape for URLs.
func splitLocation(location string) (document, pointer string) {
	document, fragment, _ := strings.Cut(location, "#")
	tokens := strings.Split(fragment, "/")
	for i, token := range tokens {
		if raw, err := url.PathUnescape(token); err == nil {
			tokens[i] = raw
		}
	}
	return document, strings.Join(tokens, "/")
}

// escapeFragment is the inverse for the pointers we hand to the libraries.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}

// last returns the last token of a JSON pointer.
func last(pointer string) string {
	return jsondoc.UnescapePointer(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

// parent returns the pointer without its last token.
func parent(pointer string) string {
	if i := strings.LastIndexByte(pointer, '/'); i >= 0 {
		return pointer[:i]
	}
	return ""
}
