package avro

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/big"
	"testing"
	"time"

	hamba "github.com/hamba/avro/v2"
	"github.com/twmb/avro"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/avro"
	model "github.com/evctl/evctl/internal/avro"
)

// limited is hamba without its appetite for memory.
var limited = hamba.Config{MaxByteSliceSize: 1 << 20, MaxSliceAllocSize: 1 << 16}.Freeze()

// An exchange is a compatible pair of schemas and events of the old one.
type exchange struct {
	old, new string
	events   [][]byte
}

func drawExchange(t *rapid.T) exchange {
	old, new := draw(t)
	x := exchange{old: old, new: new}
	parsed, err := model.Parse(schema("old.avsc", old))
	if err != nil {
		return x
	}
	for range 100 {
		if event, ok := (&writer{t: t}).write(nil, parsed.Root, 12); ok {
			x.events = append(x.events, event)
		}
	}
	return x
}

// TestTenThousandEvents: hamba writes events with the old schema of pairs that
// we call compatible, and twmb reads every one with the new schema.
func TestTenThousandEvents(t *testing.T) {
	const want = 10_000
	read, pairs, refused := 0, 0, 0
	exchanges := rapid.Custom(drawExchange)
	for seed := 0; read < want && seed < 10*want; seed++ {
		x := exchanges.Example(seed)
		w, err := avro.Parse(x.old)
		if err != nil {
			continue
		}
		r, err := avro.Parse(x.new)
		if err != nil || len(x.events) == 0 || !compatible(t, x) {
			continue
		}
		resolved, err := avro.Resolve(w, r)
		writes := hambaOf(x.old)
		if err != nil || writes == nil { // TestVerdictsAgree explains
			refused++
			continue
		}
		pairs++
		for _, event := range x.events {
			written, ok := writtenByHamba(writes, event)
			if !ok {
				continue
			}
			var value any
			if rest, err := resolved.Decode(written, &value); err != nil || len(rest) > 0 {
				t.Fatalf("%x: %v, %d bytes left\nold %s\nnew %s", written, err, len(rest), x.old, x.new)
			}
			read++
		}
	}
	if read < want {
		t.Errorf("only %d events", read)
	}
	t.Logf("%d events of %d pairs; %d pairs that a peer does not take", read, pairs, refused)
}

func compatible(t *testing.T, x exchange) bool {
	j, err := engine.New().Compare(context.Background(), schema("old.avsc", x.old), schema("new.avsc", x.new),
		[]evctl.Direction{evctl.Backward}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	return j.Verdict == evctl.Compatible
}

// hambaOf returns nil for what hamba refuses or panics at.
func hambaOf(text string) (s hamba.Schema) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	s, err := hamba.ParseWithCache(text, "", &hamba.SchemaCache{})
	if err != nil {
		return nil
	}
	return s
}

// writtenByHamba has hamba read an event and write it again.
func writtenByHamba(s hamba.Schema, event []byte) (out []byte, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var value any
	if err := limited.Unmarshal(s, event, &value); err != nil {
		return nil, false
	}
	out, err := limited.Marshal(s, value)
	return out, err == nil
}

// TestMeaningsAreRead: hamba reads the event of a change of meaning as we say,
// with the writer's schema and with the reader's.
func TestMeaningsAreRead(t *testing.T) {
	decimal := func(precision, scale int) string {
		return fmt.Sprintf(`{"type": "bytes", "logicalType": "decimal", "precision": %d, "scale": %d}`, precision, scale)
	}
	logical := func(typ, name string) string { return fmt.Sprintf(`{"type": %q, "logicalType": %q}`, typ, name) }
	for name, test := range map[string]struct {
		old, new string
		rule     string
		spell    func(value any, side string) string
	}{
		"scale":     {decimal(9, 2), decimal(9, 3), "compat/decimal-scale-changed", spellDecimal(2, 3)},
		"precision": {decimal(9, 2), decimal(5, 2), "compat/decimal-precision-changed", spellDecimal(2, 2)},
		"unit":      {logical("long", "timestamp-millis"), logical("long", "timestamp-micros"), "compat/time-unit-changed", spellTime},
		"added":     {`"int"`, logical("int", "date"), "compat/logical-type-changed", spellDate},
		"dropped":   {logical("long", "timestamp-millis"), `"long"`, "compat/logical-type-changed", spellTime},
	} {
		wrap := func(typ string) string {
			return `{"type": "record", "name": "R", "fields": [{"name": "x", "type": ` + typ + `}]}`
		}
		j, err := engine.New().Compare(context.Background(), schema("old.avsc", wrap(test.old)), schema("new.avsc", wrap(test.new)),
			[]evctl.Direction{evctl.Backward}, evctl.Semantics{})
		if err != nil || len(j.Findings) != 1 || j.Findings[0].Rule != test.rule {
			t.Fatalf("%s: %v %v", name, j.Findings, err)
		}
		w := j.Findings[0].Witness
		event, err := hex.DecodeString(w.Hex)
		if err != nil || len(event) == 0 {
			t.Fatalf("%s: no bytes: %v", name, err)
		}
		for side, text := range map[string]string{"written": test.old, "read": test.new} {
			var value map[string]any
			if err := limited.Unmarshal(hambaOf(wrap(text)), event, &value); err != nil {
				t.Fatal(err)
			}
			got, said := test.spell(value["x"], side), map[string]string{"written": w.Written, "read": w.Read}[side]
			if got != said {
				t.Errorf("%s: hamba reads %s as %s, we say %s", name, side, got, said)
			}
		}
	}
}

func spellDecimal(written, read int) func(any, string) string {
	return func(v any, side string) string {
		scale := map[string]int{"written": written, "read": read}[side]
		switch v := v.(type) {
		case *big.Rat:
			return v.FloatString(scale)
		case big.Rat:
			return v.FloatString(scale)
		}
		return fmt.Sprintf("%T", v)
	}
}

func spellTime(v any, _ string) string {
	if at, ok := v.(time.Time); ok {
		return at.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v)
}

func spellDate(v any, _ string) string {
	if at, ok := v.(time.Time); ok {
		return at.UTC().Format(time.DateOnly)
	}
	return fmt.Sprint(v)
}
