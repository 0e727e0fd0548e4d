package avro

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Kind is what a type is.
type Kind byte

// The kinds.
const (
	Null Kind = iota
	Boolean
	Int
	Long
	Float
	Double
	Bytes
	String
	Record
	Enum
	Array
	Map
	Union
	Fixed
)

var kindNames = [...]string{"null", "boolean", "int", "long", "float", "double", "bytes", "string",
	"record", "enum", "array", "map", "union", "fixed"}

func (k Kind) String() string { return kindNames[k] }

// A Place is where an element is declared.
type Place struct {
	Path     string // JSON pointer into the document that Position names
	Position evctl.Position
}

// A Type is one type. A named type is one *Type wherever it is used, so a
// recursive schema is a cyclic graph.
type Type struct {
	Kind
	Place          // of the declaration; of the use for primitives
	Name    string // full name of a record, enum or fixed
	Logical Logical
	aliases map[string]bool // full names

	Fields     []*Field // of a record, in order
	fields     map[string]*Field
	Symbols    []string // of an enum
	symbols    map[string]int
	Default    string  // of an enum
	HasDefault bool    // an enum with a default
	Items      *Type   // of an array; the values of a map
	Branches   []*Type // of a union
	Uses       []Place // where each branch of a union stands
	Size       int     // bytes of a fixed
}

// A Logical is a logical type that is valid on its type; others are ignored, as
// the specification says. The zero value means none.
type Logical struct {
	Name             string
	Precision, Scale int // of a decimal
}

// A Field is a field of a record.
type Field struct {
	Place
	Name    string
	Index   int // among the record's fields
	Aliases []string
	Type    *Type
	Default *jsondoc.Node // nil if the field has none
}

// Field returns the field of that name, or nil.
func (t *Type) Field(name string) *Field { return t.fields[name] }

// HasAlias reports whether the full name is one of the type's aliases.
func (t *Type) HasAlias(name string) bool { return t.aliases[name] }

// Symbol returns the symbol's place in the enum, or -1.
func (t *Type) Symbol(name string) int {
	if i, ok := t.symbols[name]; ok {
		return i
	}
	return -1
}

// ShortName returns the name without its namespace.
func (t *Type) ShortName() string { return t.Name[strings.LastIndexByte(t.Name, '.')+1:] }

// Namespace returns the name's namespace, empty for the null namespace.
func (t *Type) Namespace() string { return t.Name[:max(strings.LastIndexByte(t.Name, '.'), 0)] }

// String returns the kind, with the name of a named type.
func (t *Type) String() string {
	if t.Name == "" {
		return t.Kind.String()
	}
	return t.Kind.String() + " " + t.Name
}

// Describe is String, with a union's branches: as many as a message holds.
func (t *Type) Describe() string {
	if t.Kind != Union {
		return t.String()
	}
	const shown = 8
	var names []string
	for _, b := range t.Branches[:min(shown, len(t.Branches))] {
		names = append(names, b.String())
	}
	text := "union of " + strings.Join(names, ", ")
	if more := len(t.Branches) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// A Schema is a parsed document.
type Schema struct {
	Root  *Type
	Notes []Note
	// Faults are errors that leave the data readable: a wrong default, which
	// counts as none, a record without a list of fields, which counts as empty,
	// an enum without symbols. A published schema may have them; a new one must
	// not.
	Faults []*Error
}

// A Note is something legal that readers should know.
type Note struct {
	Place
	Kind    NoteKind
	Message string
}

// NoteKind tells notes apart.
type NoteKind byte

// The kinds of notes.
const (
	LogicalIgnored NoteKind = iota // a logical type on a type that it is not for
	DefaultBranch                  // a default for another branch than the union's first, legal since 1.12
)

// An Error is a text that is no Avro schema.
type Error struct {
	Place
	Message    string
	Unresolved string // the name that nothing declares, if that is the error
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Message }
