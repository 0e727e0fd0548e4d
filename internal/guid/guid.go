// Package guid computes the GUIDs that Confluent's registries give to schemas.
//
// A GUID is a hash of what was registered, so that it can be told without asking
// a registry: call [Of]. It names no version that was registered with metadata,
// with rules or with references, and none of Protobuf that the registry printed
// in other words: of these a registry alone knows the GUID.
package guid

import (
	"crypto/md5"
	"encoding/hex"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Of returns the GUIDs that a schema may have: of its text as it stands, as the
// registry prints it, and, in JSON Schema, as it prints it normalised. None if it
// refers to others.
func Of(s *evctl.Schema) [][16]byte {
	if len(s.Refs) > 0 {
		return nil
	}
	ids := [][16]byte{md5.Sum(s.Text)}
	doc, err := jsondoc.Parse(s.File, s.Text)
	if s.Format == evctl.Protobuf || err != nil {
		return ids
	}
	if s.Format == evctl.Avro {
		return append(ids, md5.Sum((&printer{}).print(doc.Root)))
	}
	return append(ids, md5.Sum(compact(nil, doc.Root)), md5.Sum(doc.Root.Canonical()))
}

// Parse reads the text form of a GUID, in lower case.
func Parse(text string) (id [16]byte, ok bool) {
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return id, false
	}
	digits := slices.Concat([]byte(text[:8]), []byte(text[9:13]), []byte(text[14:18]), []byte(text[19:23]), []byte(text[24:]))
	_, err := hex.Decode(id[:], digits)
	return id, err == nil
}

// Format writes the text form of a GUID.
func Format(id [16]byte) string {
	h := hex.EncodeToString(id[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// compact writes JSON without space, and keeps the order of names.
func compact(out []byte, n *jsondoc.Node) []byte {
	switch n.Kind {
	case jsondoc.Array:
		out = append(out, '[')
		for i, item := range n.Items {
			out = compact(comma(out, i), item)
		}
		return append(out, ']')
	case jsondoc.Object:
		out = append(out, '{')
		for i, m := range n.Members {
			out = compact(append(jsondoc.AppendString(comma(out, i), m.Name), ':'), m.Value)
		}
		return append(out, '}')
	}
	return append(out, n.Canonical()...)
}

// comma writes one before each but the first.
func comma(out []byte, i int) []byte {
	if i > 0 {
		out = append(out, ',')
	}
	return out
}
