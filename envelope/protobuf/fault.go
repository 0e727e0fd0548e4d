package protobuf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A Fault is the first place where bytes are no message of a schema.
type Fault struct {
	Offset int // in bytes
	format string
	args   []any
	path   []string // innermost first
}

func (f *Fault) Error() string {
	return fmt.Sprintf("byte %d: %s", f.Offset, f.Message())
}

// Message says what was found.
func (f *Fault) Message() string { return fmt.Sprintf(f.format, f.args...) }

// Path is a JSON pointer of field names to the message.
func (f *Fault) Path() string {
	var b strings.Builder
	for _, name := range slices.Backward(f.path) {
		b.WriteString("/" + jsondoc.EscapePointer(name))
	}
	return b.String()
}

func (f *Fault) within(name string) { f.path = append(f.path, name) }

func (c *checker) fail(at int, format string, args ...any) int {
	c.fault = &Fault{Offset: at, format: format, args: args}
	return failed
}
