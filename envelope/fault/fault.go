// Package fault says where in a message its bytes break their schema. The
// packages that check bytes return a [Fault]; this one checks nothing.
package fault

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A Fault is the first place where bytes are not what their schema says. Its
// text is made when it is asked for.
type Fault struct {
	Offset int // in bytes
	format string
	args   []any
	path   []string // innermost first
}

// New returns a fault at an offset.
func New(offset int, format string, args ...any) *Fault {
	return &Fault{Offset: offset, format: format, args: args}
}

// Within says that the fault is inside the member of that name. It is called
// from the inside out.
func (f *Fault) Within(name string) { f.path = append(f.path, name) }

func (f *Fault) Error() string {
	return fmt.Sprintf("byte %d: %s", f.Offset, f.Message())
}

// Message says what was found.
func (f *Fault) Message() string { return fmt.Sprintf(f.format, f.args...) }

// Path is a JSON pointer to the element.
func (f *Fault) Path() string {
	var b strings.Builder
	for _, name := range slices.Backward(f.path) {
		b.WriteString("/" + jsondoc.EscapePointer(name))
	}
	return b.String()
}
