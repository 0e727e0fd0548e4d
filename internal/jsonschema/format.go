package jsonschema

import (
	"fmt"

	"github.com/evctl/evctl"
)

// A Format checks strings as both libraries do where formats are asserted.
type Format struct {
	first  func(string) bool
	second library
}

// NewFormat returns the check of a format, or nil if a library does not know
// the format, and so lets every string pass.
func NewFormat(name string) *Format {
	first := formatFirst(name)
	text := fmt.Appendf(nil, `{"$schema":"https://json-schema.org/draft/2020-12/schema","format":%q}`, name)
	b, err := load(&evctl.Schema{Format: evctl.JSON, Text: text}, evctl.Semantics{AssertFormats: true})
	if first == nil || err != nil {
		return nil
	}
	lib, err := compileSecond(b, b.root.uri, (&normalizer{bundle: b, added: map[string]string{}, assume: nothing}).texts())
	if err != nil {
		return nil
	}
	return &Format{first, lib}
}

// Has reports whether s has the format; known is false where the libraries
// disagree.
func (f *Format) Has(s string) (has, known bool) {
	has = f.first(s)
	failures, err := f.second.validate(s)
	return has, err == nil && has == (len(failures) == 0)
}
