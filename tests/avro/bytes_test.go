package avro

import (
	"regexp"
	"slices"
	"testing"

	"github.com/twmb/avro"
	"pgregory.net/rapid"

	checker "github.com/evctl/evctl/envelope/avro"
	model "github.com/evctl/evctl/internal/avro"
)

// TestBytesAgree writes random events, changes a byte in half of them, and asks
// the checker and twmb/avro whether they are data of the schema. The peer is
// laxer about UTF-8, booleans, and the size that a block says it has, and knows
// no limits; what it refuses, the checker must refuse, but for decimals and
// times, whose values it looks at.
func TestBytesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		text := text(g.record(3))
		peer, err := avro.Parse(text)
		if err != nil {
			t.Skip(err)
		}
		parsed, err := model.Parse(schema("a.avsc", text))
		if err != nil {
			t.Skip(err)
		}
		program, err := checker.Compile(schema("a.avsc", text))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			event, ok := (&writer{t: t}).write(nil, parsed.Root, 12)
			if !ok {
				continue
			}
			if fault := program.Check(event); fault != nil {
				t.Fatalf("%s: %x: %v", text, event, fault)
			}
			if len(event) == 0 {
				continue
			}
			bad := slices.Clone(event)
			bad[rapid.IntRange(0, len(bad)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			if rapid.Bool().Draw(t, "cut") {
				bad = bad[:rapid.IntRange(0, len(bad)-1).Draw(t, "length")]
			}
			agree(t, text, program, peer, bad)
		}
	})
}

func agree(t *rapid.T, text string, program *checker.Program, peer *avro.Schema, event []byte) {
	var value any
	rest, err := peer.Decode(event, &value)
	theirs := err == nil && len(rest) == 0
	fault := program.Check(event)
	switch {
	case fault == nil && !theirs:
		t.Fatalf("%s: %x: the checker accepts it, twmb does not: %v, %d bytes left", text, event, err, len(rest))
	case fault != nil && theirs && !laxer.MatchString(fault.Message()):
		t.Fatalf("%s: %x: twmb accepts it, the checker does not: %v", text, event, fault)
	}
}

// laxer matches what twmb passes over.
var laxer = regexp.MustCompile("its size says|not UTF-8|is no boolean")
