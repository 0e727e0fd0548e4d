package avro

import (
	"fmt"

	"github.com/hamba/avro/v2"
)

// SecondOpinion has hamba/avro judge a schema as this package understood it:
// names in full, no defaults. Its errors have no place, so whatever has one is
// checked by Parse. Ask it of schemas that are not published yet.
//
// The schema is built with hamba's constructors, since its parser takes three
// times as long, sees other files' names in its global cache, and refuses defaults that
// the specification allows.
func (s *Schema) SecondOpinion() error {
	o := opinion{built: map[*Type]avro.NamedSchema{}}
	if _, err := o.of(s.Root); err != nil {
		return &Error{Place: s.Root.Place, Message: err.Error()}
	}
	return nil
}

// An opinion builds hamba's schemas. A name that is used before its declaration
// is complete refers to a declaration without a body.
type opinion struct{ built map[*Type]avro.NamedSchema }

func (o opinion) of(t *Type) (avro.Schema, error) {
	switch t.Kind {
	case Null:
		return avro.NewNullSchema(), nil
	case Union:
		return o.union(t)
	case Array:
		items, err := o.of(t.Items)
		return avro.NewArraySchema(items), err
	case Map:
		values, err := o.of(t.Items)
		return avro.NewMapSchema(values), err
	case Record, Enum, Fixed:
		return o.named(t)
	}
	return avro.NewPrimitiveSchema(avro.Type(t.Kind.String()), nil), nil
}

func (o opinion) union(t *Type) (avro.Schema, error) {
	branches := make([]avro.Schema, len(t.Branches))
	for i, b := range t.Branches {
		var err error
		if branches[i], err = o.of(b); err != nil {
			return nil, err
		}
	}
	return avro.NewUnionSchema(branches)
}

func (o opinion) named(t *Type) (avro.Schema, error) {
	if known := o.built[t]; known != nil {
		return avro.NewRefSchema(known), nil
	}
	var err error
	switch t.Kind {
	case Enum:
		o.built[t], err = avro.NewEnumSchema(t.Name, "", t.Symbols)
	case Fixed:
		o.built[t], err = avro.NewFixedSchema(t.Name, "", t.Size, nil)
	default:
		if o.built[t], err = avro.NewRecordSchema(t.Name, "", nil); err != nil {
			return nil, err
		}
		var fields []*avro.Field
		if fields, err = o.fields(t); err != nil {
			return nil, err
		}
		return avro.NewRecordSchema(t.Name, "", fields)
	}
	return o.built[t], err
}

func (o opinion) fields(t *Type) ([]*avro.Field, error) {
	fields := make([]*avro.Field, len(t.Fields))
	for i, f := range t.Fields {
		typ, err := o.of(f.Type)
		if err != nil {
			return nil, err
		}
		if fields[i], err = avro.NewField(f.Name, typ); err != nil {
			return nil, fmt.Errorf("field %q: %w", f.Name, err)
		}
	}
	return fields, nil
}
