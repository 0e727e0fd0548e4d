package dir

import (
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/avro"
)

// avro finds the documents that declare the named types a schema uses. Keys
// are full names. The parser tells one unknown name at a time.
func (c *closure) avro() {
	schema := *c.schema
	schema.Refs = c.refs
	for {
		_, err := avro.Parse(&schema)
		var unknown *avro.Error
		if !errors.As(err, &unknown) || unknown.Unresolved == "" {
			return // what else is wrong, the engines say
		}
		target, err := c.byName(unknown.Unresolved)
		if err == nil {
			if _, isNew := c.add(unknown.Unresolved, target); isNew {
				continue
			}
			err = fmt.Errorf("is not declared by %s alone", target.File)
		}
		at := &evctl.Schema{SchemaRef: c.schema.SchemaRef, File: unknown.Position.File}
		c.unresolved(at, unknown.Position, unknown.Path, unknown.Unresolved, err)
		return
	}
}

// byName finds the one document that declares a type.
func (c *closure) byName(name string) (*evctl.Schema, error) {
	found := c.registry.indexed(c.ctx).names[name]
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("no other schema declares this type")
	case len(found) > 1:
		return nil, fmt.Errorf("%s and %s both declare this type: keep one, or declare it here", found[0].File, found[1].File)
	}
	return found[0], nil
}
