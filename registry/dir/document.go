package dir

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// A document is a file that references lead to, read once for all of them.
type document struct {
	schema  *evctl.Schema
	err     error
	scanned bool
	names   []string // that a .proto file imports
}

// document reads a file. The registry must be locked.
func (r *Registry) document(file string) *document {
	d := r.read[file]
	if d == nil {
		d = &document{}
		text, err := r.readFile(file)
		if d.err = err; err == nil {
			format, _ := evctl.FormatOf(file)
			d.schema = &evctl.Schema{Format: format, File: file, Text: text}
		}
		if r.read == nil {
			r.read = map[string]*document{}
		}
		r.read[file] = d
	}
	return d
}

// imports returns the paths that a .proto file imports.
func (d *document) imports() []string {
	if !d.scanned && d.schema != nil {
		d.names = slices.Clip(protobuf.Imports(d.schema.Text))
	}
	d.scanned = true
	return d.names
}
