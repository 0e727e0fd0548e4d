package logic

import (
	"slices"
	"unicode/utf8"

	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Eval reports whether the value satisfies the literal.
func (t *Table) Eval(l Lit, v *value.Value) Truth {
	truth := t.eval(t.Node(l), v)
	if l.Negative() {
		return truth.Not()
	}
	return truth
}

func (t *Table) eval(n *Node, v *value.Value) Truth {
	if n.Kind.Atom() && n.Of&TypeOf(v) == 0 {
		return Yes
	}
	switch n.Kind {
	case Constant, Mention:
		return Yes
	case And:
		truth := Yes
		for _, arg := range n.Args {
			if truth = min(truth, t.Eval(arg, v)); truth == No {
				break
			}
		}
		return truth
	case OneOf:
		return t.evalOneOf(n.Args, v)
	case Typed:
		return TruthOf(n.Of&TypeOf(v) != 0)
	case Enum:
		_, ok := slices.BinarySearchFunc(n.Values, v, compareKeys)
		return TruthOf(ok)
	case Opaque:
		return Unknown
	}
	switch v.Kind {
	case jsondoc.Number:
		return TruthOf(n.admitsNumber(v))
	case jsondoc.String:
		return n.evalString(v.Text)
	case jsondoc.Object:
		return t.evalObject(n, v)
	}
	return t.evalArray(n, v)
}

func (t *Table) evalOneOf(args []Lit, v *value.Value) Truth {
	yes, unknown := 0, 0
	for _, arg := range args {
		switch t.Eval(arg, v) {
		case Yes:
			yes++
		case Unknown:
			unknown++
		}
	}
	return between(yes, yes+unknown, 1, 1)
}

// between judges a count known to lie in [low, high] against [least, most].
func between(low, high, least, most int) Truth {
	switch {
	case low >= least && high <= most:
		return Yes
	case low > most || high < least:
		return No
	}
	return Unknown
}

func (n *Node) admitsNumber(v *value.Value) bool {
	switch n.Kind {
	case Minimum:
		c := v.Number.Cmp(n.Number)
		return c > 0 || c == 0 && !n.Open
	case Maximum:
		c := v.Number.Cmp(n.Number)
		return c < 0 || c == 0 && !n.Open
	}
	return v.Number.IsMultipleOf(n.Number)
}

func (n *Node) evalString(s string) Truth {
	switch n.Kind {
	case Format:
		return hasFormat(n.Text, s)
	case MinLength:
		return TruthOf(utf8.RuneCountInString(s) >= n.N)
	case MaxLength:
		return TruthOf(utf8.RuneCountInString(s) <= n.N)
	}
	return n.Pattern.Matches(s)
}

func (t *Table) evalObject(n *Node, v *value.Value) Truth {
	switch n.Kind {
	case Required:
		return TruthOf(v.Get(n.Text) != nil)
	case MinProps, MaxProps:
		low, high := 0, 0
		for _, m := range v.Members {
			in := n.Region.Has(m.Name)
			if in == Yes {
				low++
			}
			if in != No {
				high++
			}
		}
		if n.Kind == MinProps {
			return between(low, high, n.N, len(v.Members))
		}
		return between(low, high, 0, n.N)
	}
	truth := Yes
	for _, m := range v.Members {
		outside := n.Region.Has(m.Name).Not()
		if outside == Yes {
			continue
		}
		subject := m.Value
		if n.Kind == Names {
			subject = value.String(m.Name)
		}
		truth = min(truth, max(outside, t.Eval(n.Args[0], subject)))
		if truth == No {
			break
		}
	}
	return truth
}

func (t *Table) evalArray(n *Node, v *value.Value) Truth {
	switch n.Kind {
	case Unique:
		seen := map[string]bool{}
		for _, item := range v.Items {
			if seen[item.Key()] {
				return No
			}
			seen[item.Key()] = true
		}
		return Yes
	case Each:
		truth := Yes
		for i := n.N; i < min(n.M, len(v.Items)) && truth != No; i++ {
			truth = min(truth, t.Eval(n.Args[0], v.Items[i]))
		}
		return truth
	}
	low, high := 0, 0
	for _, item := range v.Items {
		truth := t.Eval(n.Args[0], item)
		if truth == Yes {
			low++
		}
		if truth != No {
			high++
		}
	}
	if n.Kind == AtLeast {
		return between(low, high, n.N, len(v.Items))
	}
	return between(low, high, 0, n.N)
}
