package program

import (
	"sync"

	"github.com/evctl/evctl/internal/jsondoc"
)

// MaxDepth bounds nested arrays and objects.
const MaxDepth = jsondoc.MaxDepth

// A Machine runs programs over one text. Its methods take and return offsets in
// the text; what they return is negative if the text is not as it should be, and
// Fault then says why. A Machine is not safe for concurrent use.
type Machine struct {
	Memo any // what the caller likes to find again with the next text

	text    []byte
	trusted bool // the text at hand was read before: it is JSON
	lax     bool // numbers may be beyond the limits: nobody looks at them
	steps   int  // left
	fault   Fault
	names   nameSet
	scratch []byte   // of strings with escapes
	words   []uint64 // members seen of objects with many names
	outline outline
}

// A Fault is the first thing wrong with a text.
type Fault struct {
	Offset  int    // of the value, name or byte that is at fault
	Keyword string // of JSON Schema; for what is no keyword see the constants
	// Unsure means that nothing is known: a limit of the program was reached, and
	// a slower judge must decide.
	Unsure bool
}

// What a Fault's Keyword is where no keyword is at fault.
const (
	Syntax  = "json"         // the text is not strict JSON
	Unknown = "unknown-name" // a producer writes a name that its schema does not know
	Limit   = "limit"        // of depth, numbers or steps
)

func (f *Fault) Error() string { return f.Keyword }

// Get returns a Machine for the text. Free it when done.
func Get(text []byte) *Machine {
	m, _ := machines.Get().(*Machine)
	if m == nil {
		m = new(Machine)
	}
	m.Reset(text)
	return m
}

// machines keeps the scratch memory of Machines.
var machines sync.Pool

// Free gives the Machine back. The text is not kept.
func (m *Machine) Free() {
	m.text = nil
	if cap(m.scratch) > maxKept {
		m.scratch = nil
	}
	machines.Put(m)
}

// maxKept bounds the bytes of scratch memory that an idle Machine keeps.
const maxKept = 1 << 16

// Reset begins another text.
func (m *Machine) Reset(text []byte) {
	m.text, m.trusted, m.lax = text[:len(text):len(text)], false, false
	m.steps = stepsPerByte*len(text) + minSteps
	m.fault = Fault{}
	m.names.reset()
	m.outline.names = nil
}

// Limits of the values visited in one text. A schema whose alternatives contain
// themselves could visit each value once for every way that leads to it.
const (
	stepsPerByte = 64
	minSteps     = 1 << 14
)

// Fault tells what was wrong when a method returned a negative offset.
func (m *Machine) Fault() Fault { return m.fault }

// fail notes a fault and returns -1.
func (m *Machine) fail(offset int, keyword string) int {
	m.fault = Fault{Offset: offset, Keyword: keyword}
	return -1
}

func (m *Machine) unsure(offset int) int {
	m.fault = Fault{Offset: offset, Keyword: Limit, Unsure: true}
	return -1
}

// syntax notes that the text is not JSON at the offset, and returns -1.
func (m *Machine) syntax(offset int) int { return m.fail(offset, Syntax) }
