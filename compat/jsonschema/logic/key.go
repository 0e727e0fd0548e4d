package logic

import "encoding/binary"

// A key identifies a node or region in a table: equal keys, equal meaning.
type key []byte

func newKey(kind byte, flag bool) key { return make(key, 0, 64).kind(kind, flag) }

func (k key) kind(kind byte, flag bool) key {
	if flag {
		return append(k, kind, 1)
	}
	return append(k, kind, 0)
}

func (k *key) number(n int) { *k = binary.AppendUvarint(*k, uint64(n)) }

func (k *key) text(s string) {
	k.number(len(s))
	*k = append(*k, s...)
}

func (k *key) lit(l Lit) { *k = binary.AppendVarint(*k, int64(l)) }

// label encodes all of a node but its arguments.
func (n *Node) label() key { return n.appendLabel(make(key, 0, 64)) }

func (n *Node) appendLabel(k key) key {
	k = k.kind(byte(n.Kind), n.Open)
	switch n.Kind {
	case Typed:
		k.number(int(n.Of))
	case Enum:
		for _, v := range n.Values {
			k.text(v.Key())
		}
	case Minimum, Maximum, MultipleOf:
		k.text(n.Number.String())
	case Matches:
		k.text(n.Pattern.Source)
	case Every, Names, Mention:
		k.number(n.Region.ID)
	case MinProps, MaxProps:
		k.number(n.Region.ID)
		k.number(n.N)
	case MinLength, MaxLength, AtLeast, AtMost:
		k.number(n.N)
	case Each:
		k.number(n.N)
		k.number(n.M)
	case Format, Required:
		k.text(n.Text)
	case Unique:
		if n.Seen != nil {
			k.number(n.Seen.ID)
		}
	case Opaque:
		k.text(n.Text)
		k.number(n.N)
	}
	return k
}
