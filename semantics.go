package evctl

import (
	"fmt"
	"strings"
)

// Semantics are the choices that compatibility, validation and the run-time
// validator must share, or they contradict each other. The zero value is the
// default: lenient, formats as annotations, draft-07, wire_json.
type Semantics struct {
	Policy        Policy
	AssertFormats bool   // `format` rejects values; else it is an annotation
	Draft         string // dialect of a JSON Schema without $schema: 4, 6, 7, 2019-09, 2020-12; empty means 7
	Level         Level  // which Protobuf answer decides
}

// Policy says what happens to names that a schema does not know.
type Policy string

// The policies. Under Lenient a producer writes only what its schema knows and
// a consumer drops what it does not know; under Strict documents are taken as
// they are.
const (
	Lenient Policy = "lenient"
	Strict  Policy = "strict"
)

// Level is what a Protobuf change must keep working.
type Level string

// The levels, each including the ones before it.
const (
	Wire        Level = "wire"
	WireJSON    Level = "wire_json"
	SourceLevel Level = "source"
)

// Mode says which versions must read each other's events.
type Mode struct {
	Backward bool // new readers read old events
	Forward  bool // old readers read new events
	All      bool // every published version that is not retired, not only the newest
}

// FullAll is the default mode.
var FullAll = Mode{Backward: true, Forward: true, All: true}

// ParseMode reads NONE, BACKWARD, FORWARD or FULL, with _ALL or its synonym
// _TRANSITIVE, in any case.
func ParseMode(text string) (Mode, error) {
	name := strings.ToUpper(text)
	base, all := strings.CutSuffix(name, "_ALL")
	if !all {
		base, all = strings.CutSuffix(name, "_TRANSITIVE")
	}
	switch base {
	case "BACKWARD":
		return Mode{Backward: true, All: all}, nil
	case "FORWARD":
		return Mode{Forward: true, All: all}, nil
	case "FULL":
		return Mode{Backward: true, Forward: true, All: all}, nil
	case "NONE":
		if !all {
			return Mode{}, nil
		}
	}
	return Mode{}, fmt.Errorf("unknown compatibility mode %q: want NONE, BACKWARD, FORWARD or FULL, each but NONE also with _ALL", text)
}

func (m Mode) String() string {
	name := "NONE"
	switch {
	case m.Backward && m.Forward:
		name = "FULL"
	case m.Backward:
		name = "BACKWARD"
	case m.Forward:
		name = "FORWARD"
	}
	if m.All && name != "NONE" {
		name += "_ALL"
	}
	return name
}

// Direction tells which reader a finding speaks of.
type Direction string

// The directions. Both is a symmetric break under a FULL mode.
const (
	Backward Direction = "BACKWARD" // the new schema reads, an old one wrote
	Forward  Direction = "FORWARD"  // an old schema reads, the new one wrote
	Both     Direction = "FULL"
)

// Directions returns the questions that the mode asks.
func (m Mode) Directions() []Direction {
	var d []Direction
	if m.Backward {
		d = append(d, Backward)
	}
	if m.Forward {
		d = append(d, Forward)
	}
	return d
}
