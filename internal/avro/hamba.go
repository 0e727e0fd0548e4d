package avro

import (
	"fmt"
	"strings"

	"github.com/hamba/avro/v2"
)

// SecondOpinion has hamba/avro judge a schema as this package understood it:
// names in full, every declaration at its first use, no defaults. Its errors
// have no place, so whatever has one is checked by Parse. It costs twice what
// Parse does: ask it of schemas that are not published yet.
func (s *Schema) SecondOpinion() error {
	r := renderer{declared: map[*Type]bool{}}
	_, err := avro.ParseBytesWithCache(r.append(nil, s.Root), "", &avro.SchemaCache{})
	if err != nil {
		return &Error{Place: s.Root.Place, Message: err.Error()}
	}
	return nil
}

// A renderer writes schemas. Names need no escapes: they have been checked.
type renderer struct{ declared map[*Type]bool }

func (r *renderer) append(b []byte, t *Type) []byte {
	switch {
	case t.Kind == Union:
		b = append(b, '[')
		for i, branch := range t.Branches {
			if i > 0 {
				b = append(b, ',')
			}
			b = r.append(b, branch)
		}
		return append(b, ']')
	case t.Kind == Array:
		return append(r.append(append(b, `{"type":"array","items":`...), t.Items), '}')
	case t.Kind == Map:
		return append(r.append(append(b, `{"type":"map","values":`...), t.Items), '}')
	case t.Name == "":
		return fmt.Appendf(b, `"%s"`, t.Kind)
	case r.declared[t]:
		return fmt.Appendf(b, `"%s"`, hambaName(t))
	}
	r.declared[t] = true
	return r.declaration(b, t)
}

func (r *renderer) declaration(b []byte, t *Type) []byte {
	b = fmt.Appendf(b, `{"type":"%s","name":"%s",`, t.Kind, hambaName(t))
	switch t.Kind {
	case Enum:
		symbols := ""
		if len(t.Symbols) > 0 {
			symbols = `"` + strings.Join(t.Symbols, `","`) + `"`
		}
		return fmt.Appendf(b, `"symbols":[%s]}`, symbols)
	case Fixed:
		return fmt.Appendf(b, `"size":%d}`, t.Size)
	}
	b = append(b, `"fields":[`...)
	for i, f := range t.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(r.append(fmt.Appendf(b, `{"name":"%s","type":`, f.Name), f.Type), '}')
	}
	return append(b, "]}"...)
}

// hambaName gives names without a namespace one of their own: hamba would look
// for them in the enclosing namespace.
func hambaName(t *Type) string {
	if t.Namespace() == "" {
		return "_." + t.Name
	}
	return t.Name
}
