package registry_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry"
)

// value draws a JSON value as nested pairs, so that its members have an order.
type pair struct {
	name  string
	value any
}

func value(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.IntRange(-9, 9).AsAny(), rapid.String().AsAny(),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	object := rapid.Custom(func(t *rapid.T) any {
		names := rapid.SliceOfNDistinct(rapid.String(), 0, 4, rapid.ID[string]).Draw(t, "names")
		members := []pair{}
		for _, name := range names {
			members = append(members, pair{name, value(depth-1).Draw(t, "value")})
		}
		return members
	})
	return rapid.OneOf(append(leaves, rapid.SliceOfN(value(depth-1), 0, 4).AsAny(), object)...)
}

// write prints a value with members in random order and random space.
func write(b *strings.Builder, v any, r *rand.Rand) {
	space := func() { b.WriteString([]string{"", " ", "\n", "\r\n\t"}[r.Intn(4)]) }
	defer space()
	space()
	switch v := v.(type) {
	case []pair:
		members := slices.Clone(v)
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		b.WriteString("{")
		for i, m := range members {
			if i > 0 {
				b.WriteString(",")
			}
			write(b, m.name, r)
			b.WriteString(":")
			write(b, m.value, r)
		}
		b.WriteString("}")
	case []any:
		b.WriteString("[")
		for i, item := range v {
			if i > 0 {
				b.WriteString(",")
			}
			write(b, item, r)
		}
		b.WriteString("]")
	default:
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
}

func TestCanonicalForgetsSpacingAndOrderOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := value(3).Draw(t, "value")
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		var one, other strings.Builder
		write(&one, v, r)
		write(&other, v, r)
		a, b := registry.Canonical(evctl.JSON, []byte(one.String())), registry.Canonical(evctl.JSON, []byte(other.String()))
		if !bytes.Equal(a, b) {
			t.Fatalf("%s and %s say the same, and give %s and %s", one.String(), other.String(), a, b)
		}
		var before, after any
		if err := json.Unmarshal([]byte(one.String()), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(a, &after); err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
			t.Fatalf("%s became %s: %v", one.String(), a, err)
		}
	})
}
