package avro

import (
	"encoding/binary"
	"testing"

	peer "github.com/twmb/avro"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/avro"
)

// The canonical form and its fingerprint are those of a second author.
func TestCanonicalForm(t *testing.T) {
	for _, text := range []string{
		`"int"`, `{"type":"string","logicalType":"uuid","doc":"x"}`, `["null",{"type":"array","items":{"type":"map","values":"bytes"}}]`,
		`{"type":"record","name":"Weighed","fields":[{"name":"grams","type":"long"},{"name":"scale","type":{"type":"enum","name":"Scale","symbols":["BELT","HAND"]}}]}`,
		`{"type":"record","namespace":"a.b","name":"N","aliases":["M"],"doc":"d","fields":[{"name":"v","type":"int","default":1,"order":"ignore"},
			{"name":"f","type":{"type":"fixed","name":"c.F","size":16,"logicalType":"uuid"}},{"name":"next","type":["null","N"],"default":null},{"name":"g","type":"c.F"}]}`,
	} {
		s, err := avro.Parse(&evctl.Schema{Format: evctl.Avro, File: "a.avsc", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		other := peer.MustParse(text)
		if got, want := string(s.Canonical()), string(other.Canonical()); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
		if got, want := wire.Fingerprint(s.Canonical()), binary.BigEndian.Uint64(other.Fingerprint(peer.NewRabin())); got != want {
			t.Errorf("%s: fingerprint %016x, want %016x", text, got, want)
		}
	}
}
