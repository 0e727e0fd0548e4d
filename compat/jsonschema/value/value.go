// Package value holds JSON values the way JSON Schema compares them: 1 and 1.0
// are one number, the order of an object's members does not matter.
//
// Make values with [Of] from parsed text, or with [Null], [Bool], [Number],
// [String], [Array] and [Object]. Values are immutable, and so small that
// [Value.Key] tells equal ones apart from different ones.
package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/decimal"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Value is one JSON value.
type Value struct {
	Kind    jsondoc.Kind
	Bool    bool
	Number  decimal.Decimal
	Text    string // of a string
	Items   []*Value
	Members []Member // by name, ascending
	key     string
}

// A Member is one name of an object and its value.
type Member struct {
	Name  string
	Value *Value
}

// Of reads a parsed text. The error is a number beyond what package decimal holds.
func Of(n *jsondoc.Node) (*Value, error) {
	switch n.Kind {
	case jsondoc.Null:
		return Null(), nil
	case jsondoc.Bool:
		return Bool(n.Bool), nil
	case jsondoc.Number:
		d, err := decimal.Parse(n.Text)
		if err != nil {
			return nil, fmt.Errorf("number %.40s: %w", n.Text, err)
		}
		return Number(d), nil
	case jsondoc.String:
		return String(n.Text), nil
	case jsondoc.Array:
		items := make([]*Value, len(n.Items))
		for i, item := range n.Items {
			v, err := Of(item)
			if err != nil {
				return nil, err
			}
			items[i] = v
		}
		return Array(items), nil
	}
	members := make([]Member, len(n.Members))
	for i, m := range n.Members {
		v, err := Of(m.Value)
		if err != nil {
			return nil, err
		}
		members[i] = Member{m.Name, v}
	}
	return Object(members), nil
}

// Null returns null.
func Null() *Value { return &Value{Kind: jsondoc.Null, key: "null"} }

// Bool returns true or false.
func Bool(b bool) *Value {
	return &Value{Kind: jsondoc.Bool, Bool: b, key: strconv.FormatBool(b)}
}

// Number returns a number.
func Number(d decimal.Decimal) *Value {
	return &Value{Kind: jsondoc.Number, Number: d, key: d.String()}
}

// String returns a string.
func String(s string) *Value {
	return &Value{Kind: jsondoc.String, Text: s, key: quote(s)}
}

// Array returns an array; it keeps items.
func Array(items []*Value) *Value {
	var b strings.Builder
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item.key)
	}
	b.WriteByte(']')
	return &Value{Kind: jsondoc.Array, Items: items, key: b.String()}
}

// Object returns an object; it sorts and keeps members, whose names are distinct.
func Object(members []Member) *Value {
	slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(m.Name))
		b.WriteByte(':')
		b.WriteString(m.Value.key)
	}
	b.WriteByte('}')
	return &Value{Kind: jsondoc.Object, Members: members, key: b.String()}
}

func quote(s string) string {
	return string((&jsondoc.Node{Kind: jsondoc.String, Text: s}).Canonical())
}

// Key returns the value as compact JSON; equal values have equal keys.
func (v *Value) Key() string { return v.key }

// JSON returns the value as compact JSON text.
func (v *Value) JSON() []byte { return []byte(v.key) }

// Get returns the named member, or nil.
func (v *Value) Get(name string) *Value {
	i, ok := slices.BinarySearchFunc(v.Members, name, func(m Member, name string) int { return strings.Compare(m.Name, name) })
	if !ok {
		return nil
	}
	return v.Members[i].Value
}
