package jsonschema

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/outline"
)

// Outline lays a schema out as the places of events that it speaks of. The
// error means that the text is not JSON.
func Outline(s *evctl.Schema, sem evctl.Semantics) (*outline.Schema, error) {
	return compile.Outline(s, sem)
}
