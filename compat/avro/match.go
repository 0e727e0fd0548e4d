package avro

import model "github.com/evctl/evctl/internal/avro"

// How well a reader's type fits a writer's, worst first. A reader's union is
// read with the first of its branches that fits best: the specification says
// the first that matches, and since unqualified names may match twice,
// implementations prefer the full name.
const (
	none     = iota
	promoted // the writer's type may be promoted to the reader's
	nominal  // same kind, same unqualified name
	exact
)

// promotes reports whether the specification promotes a writer's type to a
// reader's.
func promotes(writer, reader model.Kind) bool {
	switch writer {
	case model.Int:
		return reader == model.Long || reader == model.Float || reader == model.Double
	case model.Long:
		return reader == model.Float || reader == model.Double
	case model.Float:
		return reader == model.Double
	case model.String:
		return reader == model.Bytes
	case model.Bytes:
		return reader == model.String
	}
	return false
}

// fit compares two types that are no unions, from the outside: kinds, names and
// sizes, not what stands inside.
func fit(r, w *model.Type) int {
	switch {
	case r.Logical.Name == "decimal" && r.Logical == w.Logical:
		return exact // whatever carries them: bytes, or fixed of any name and size
	case r.Kind != w.Kind:
		if promotes(w.Kind, r.Kind) {
			return promoted
		}
		return none
	case r.Kind == model.Fixed && r.Size != w.Size:
		return none
	case r.Name == w.Name || r.HasAlias(w.Name):
		return exact
	case r.ShortName() == w.ShortName():
		return nominal
	}
	return none
}

// branch returns the reader's branch that reads the writer's type, or nil.
func branch(union, w *model.Type) *model.Type {
	var best *model.Type
	bestFit := none
	for _, b := range union.Branches {
		if f := fit(b, w); f > bestFit {
			best, bestFit = b, f
		}
	}
	return best
}

// readerField returns the writer's field that a reader's field is read from:
// the one of its name, else of one of its aliases, or nil.
func readerField(f *model.Field, w *model.Type) *model.Field {
	if own := w.Field(f.Name); own != nil {
		return own
	}
	for _, alias := range f.Aliases {
		if own := w.Field(alias); own != nil {
			return own
		}
	}
	return nil
}
