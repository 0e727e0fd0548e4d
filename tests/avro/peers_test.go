package avro

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	hamba "github.com/hamba/avro/v2"
	"github.com/twmb/avro"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/avro"
	model "github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
)

func schema(file, text string) *evctl.Schema {
	return &evctl.Schema{Format: evctl.Avro, File: file, Text: []byte(text)}
}

// backward asks the engine whether new reads old.
func backward(t *rapid.T, old, new string) evctl.Judgement {
	j, err := engine.New().Compare(context.Background(), schema("old.avsc", old), schema("new.avsc", new),
		[]evctl.Direction{evctl.Backward}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// valid draws a pair that both peers take for schemas: twmb allows a name before
// its declaration, which the specification does not.
func valid(t *rapid.T) (old, new string, w, r *avro.Schema) {
	old, new = draw(t)
	w, err := avro.Parse(old)
	if err != nil {
		t.Skip(err)
	}
	if r, err = avro.Parse(new); err != nil {
		t.Skip(err)
	}
	parseHamba(t, old)
	parseHamba(t, new)
	return old, new, w, r
}

// parseHamba skips what hamba refuses, or panics at: a default of a record
// within the declaration of that record.
func parseHamba(t *rapid.T, text string) hamba.Schema {
	defer func() {
		if p := recover(); p != nil && strings.Contains(fmt.Sprint(p), "nil pointer") {
			t.Skip(p)
		} else if p != nil {
			panic(p)
		}
	}()
	s, err := hamba.ParseWithCache(text, "", &hamba.SchemaCache{})
	if err != nil {
		t.Skip(err)
	}
	return s
}

func TestVerdictsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new, w, r := valid(t)
		j := backward(t, old, new)
		if j.Verdict == evctl.Invalid {
			t.Fatalf("the peers take both for schemas: %v\n%s\n%s", j.Findings, old, new)
		}
		if hasInfinite(old) { // peers compare schemas; we ask of data, and here is a type that has none
			t.Skip("infinite")
		}
		ours := j.Verdict == evctl.Compatible
		if err := avro.CheckCompatibility(w, r); (err == nil) != ours && !twmbDiffers(j, new) {
			t.Errorf("we say %s %v, twmb says %v\nold %s\nnew %s", j.Verdict, j.Findings, err, old, new)
		}
		err := hamba.NewSchemaCompatibility().Compatible(parseHamba(t, new), parseHamba(t, old))
		if (err == nil) != ours {
			t.Errorf("we say %s %v, hamba says %v\nold %s\nnew %s", j.Verdict, j.Findings, err, old, new)
		}
	})
}

// twmbDiffers reports whether twmb/avro has its own view of something found: it
// reads a missing field of a union with null as null, without a default, which
// the specification calls an error; and it refuses decimals whose scale or
// precision differ, where other implementations read the bytes.
func twmbDiffers(j evctl.Judgement, new string) bool {
	doc, err := jsondoc.Parse("", []byte(new))
	if err != nil {
		return false
	}
	for _, f := range j.Findings {
		switch f.Rule {
		case "compat/decimal-scale-changed", "compat/decimal-precision-changed":
			return true
		case "compat/required-field-added":
			field, _ := doc.Root.At(f.Path)
			for _, branch := range field.Get("type").Items {
				if branch.Text == "null" {
					return true
				}
			}
		}
	}
	return false
}

func hasInfinite(text string) bool {
	s, err := model.Parse(schema("", text))
	if err != nil {
		return false
	}
	finite := map[*model.Type]bool{}
	for changed := true; changed; {
		changed = false
		walk(s.Root, map[*model.Type]bool{}, func(t *model.Type) {
			if !finite[t] && isFinite(t, finite) {
				finite[t], changed = true, true
			}
		})
	}
	infinite := false
	walk(s.Root, map[*model.Type]bool{}, func(t *model.Type) { infinite = infinite || !finite[t] })
	return infinite
}

func isFinite(t *model.Type, finite map[*model.Type]bool) bool {
	for _, f := range t.Fields {
		if !finite[f.Type] {
			return false
		}
	}
	return t.Kind != model.Union || slices.ContainsFunc(t.Branches, func(b *model.Type) bool { return finite[b] })
}

func walk(t *model.Type, seen map[*model.Type]bool, visit func(*model.Type)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	walk(t.Items, seen, visit)
	for _, b := range t.Branches {
		walk(b, seen, visit)
	}
	for _, f := range t.Fields {
		walk(f.Type, seen, visit)
	}
	visit(t)
}

func TestWitnesses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new, w, r := valid(t)
		j := backward(t, old, new)
		for _, f := range j.Findings {
			if f.Severity == evctl.Error && f.Witness == nil {
				t.Fatalf("%s without a witness", f.Rule)
			}
			if f.Witness == nil || f.Witness.Hex == "" && f.Witness.Datum == nil {
				continue
			}
			event, err := hex.DecodeString(f.Witness.Hex)
			if err != nil {
				t.Fatal(err)
			}
			var value any
			rest, err := w.Decode(event, &value, avro.TaggedUnions())
			if err != nil || len(rest) > 0 {
				t.Errorf("the writer does not read its own %x: %v, %d bytes left\n%s", event, err, len(rest), old)
			}
			shown, err := w.EncodeJSON(value, avro.TaggedUnions())
			if err != nil || !sameJSON(t, shown, f.Witness.Datum) {
				t.Errorf("%x is %s, the witness says %s (%v)\n%s", event, shown, f.Witness.Datum, err, old)
			}
		}
		if j.Verdict == evctl.Incompatible && avro.CheckCompatibility(w, r) == nil && !twmbDiffers(j, new) {
			t.Errorf("twmb reads what we refuse: %v\nold %s\nnew %s", j.Findings, old, new)
		}
	})
}

func sameJSON(t *rapid.T, a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		t.Fatalf("no JSON: %s, %s", a, b)
	}
	return reflect.DeepEqual(x, y)
}

// TestCompatibleDataSurvive reads random events under the new schema.
func TestCompatibleDataSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new, w, r := valid(t)
		if backward(t, old, new).Verdict != evctl.Compatible {
			t.Skip("incompatible")
		}
		resolved, err := avro.Resolve(w, r)
		if err != nil {
			t.Skip(err) // TestVerdictsAgree explains
		}
		parsed, err := model.Parse(schema("old.avsc", old))
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			event, ok := (&writer{t: t}).write(nil, parsed.Root, 12)
			if !ok {
				continue
			}
			var value any
			rest, err := resolved.Decode(event, &value)
			if err != nil || len(rest) > 0 {
				t.Fatalf("%x: %v, %d bytes left\nold %s\nnew %s", event, err, len(rest), old, new)
			}
		}
	})
}

// A writer draws random events.
type writer struct{ t *rapid.T }

func (w *writer) long(b []byte, n int64) []byte {
	u := uint64(n<<1) ^ uint64(n>>63)
	for ; u >= 0x80; u >>= 7 {
		b = append(b, byte(u)|0x80)
	}
	return append(b, byte(u))
}

func (w *writer) write(b []byte, t *model.Type, depth int) (_ []byte, ok bool) {
	if depth == 0 {
		return nil, false
	}
	ok = true
	switch t.Kind {
	case model.Boolean:
		b = append(b, byte(rapid.IntRange(0, 1).Draw(w.t, "boolean")))
	case model.Int:
		b = w.long(b, int64(rapid.IntRange(math.MinInt32, math.MaxInt32).Draw(w.t, "int")))
	case model.Long:
		b = w.long(b, rapid.Int64Range(-1e12, 1e12).Draw(w.t, "long"))
	case model.Float:
		b = append(b, 0, 0, 0x80, 0x3f)
	case model.Double:
		b = append(b, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f)
	case model.Bytes, model.String:
		s := rapid.StringN(0, 3, 8).Draw(w.t, "string")
		b = append(w.long(b, int64(len(s))), s...)
	case model.Fixed:
		b = append(b, bytes.Repeat([]byte{7}, t.Size)...)
	case model.Enum:
		b = w.long(b, int64(rapid.IntRange(0, len(t.Symbols)-1).Draw(w.t, "symbol")))
	case model.Union:
		i := rapid.IntRange(0, len(t.Branches)-1).Draw(w.t, "branch")
		return w.write(w.long(b, int64(i)), t.Branches[i], depth-1)
	case model.Record:
		for _, f := range t.Fields {
			if b, ok = w.write(b, f.Type, depth-1); !ok {
				return nil, false
			}
		}
	case model.Array, model.Map:
		for i := range rapid.IntRange(0, 2).Draw(w.t, "length") {
			b = w.long(b, 1)
			if t.Kind == model.Map {
				key := fmt.Sprint("k", i)
				b = append(w.long(b, int64(len(key))), key...)
			}
			if b, ok = w.write(b, t.Items, depth-1); !ok {
				return nil, false
			}
		}
		b = w.long(b, 0)
	}
	return b, ok
}
