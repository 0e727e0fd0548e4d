package logic

import (
	"slices"
	"unicode/utf8"

	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Eval reports whether the value satisfies the literal. It takes time in
// proportion to the formula and the value, however often parts are shared.
func (t *Table) Eval(l Lit, v *value.Value) Truth {
	truth, _ := t.EvalSteps(l, v)
	return truth
}

// EvalSteps is Eval, with the number of statements looked at.
func (t *Table) EvalSteps(l Lit, v *value.Value) (Truth, int) {
	e := evaluation{table: t}
	return e.eval(l, v), e.steps
}

// An evaluation judges formulas. Once it has taken a while it remembers what
// it found: there are as many paths through shared parts as there are values
// of their number in binary.
type evaluation struct {
	table *Table
	steps int
	known map[judged]Truth

	assumed map[judged]Truth // of atoms that nobody can judge
	open    *judged          // the first one met that nothing is assumed of
}

type judged struct {
	node  int32
	value *value.Value
}

// forgetful is the number of steps without a memory.
const forgetful = 4_096

func (e *evaluation) eval(l Lit, v *value.Value) Truth {
	n := e.table.Node(l)
	truth := Yes
	switch {
	case n.Kind.Atom() && n.Of&TypeOf(v) == 0:
	case n.Kind == Opaque:
		truth = e.opaque(judged{l.Node(), v})
	case len(n.Args) == 0 || e.steps < forgetful:
		truth = e.node(n, v)
	default:
		key := judged{l.Node(), v}
		known, ok := e.known[key]
		if !ok {
			known = e.node(n, v)
			if e.known == nil {
				e.known = map[judged]Truth{}
			}
			e.known[key] = known
		}
		truth = known
	}
	if l.Negative() {
		return truth.Not()
	}
	return truth
}

func (e *evaluation) node(n *Node, v *value.Value) Truth {
	e.steps++
	switch n.Kind {
	case Constant, Mention:
		return Yes
	case And:
		truth := Yes
		for _, arg := range n.Args {
			if truth = min(truth, e.eval(arg, v)); truth == No {
				break
			}
		}
		return truth
	case OneOf:
		return e.oneOf(n.Args, v)
	case Typed:
		return TruthOf(n.Of&TypeOf(v) != 0)
	case Enum:
		_, ok := slices.BinarySearchFunc(n.Values, v, compareKeys)
		return TruthOf(ok)
	}
	switch v.Kind {
	case jsondoc.Number:
		return TruthOf(n.admitsNumber(v))
	case jsondoc.String:
		return e.text(n, v.Text)
	case jsondoc.Object:
		return e.object(n, v)
	}
	return e.array(n, v)
}

func (e *evaluation) oneOf(args []Lit, v *value.Value) Truth {
	yes, unknown := 0, 0
	for _, arg := range args {
		switch e.eval(arg, v) {
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

func (e *evaluation) text(n *Node, s string) Truth {
	switch n.Kind {
	case Format:
		return e.table.hasFormat(n.Text, s)
	case MinLength:
		return TruthOf(utf8.RuneCountInString(s) >= n.N)
	case MaxLength:
		return TruthOf(utf8.RuneCountInString(s) <= n.N)
	}
	return n.Pattern.Matches(s)
}

func (e *evaluation) object(n *Node, v *value.Value) Truth {
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
		truth = min(truth, max(outside, e.eval(n.Args[0], subject)))
		if truth == No {
			break
		}
	}
	return truth
}

func (e *evaluation) array(n *Node, v *value.Value) Truth {
	switch n.Kind {
	case Unique:
		return n.allDiffer(v.Items)
	case Each:
		truth := Yes
		for i := n.N; i < min(n.M, len(v.Items)) && truth != No; i++ {
			truth = min(truth, e.eval(n.Args[0], v.Items[i]))
		}
		return truth
	}
	low, high := 0, 0
	for _, item := range v.Items {
		truth := e.eval(n.Args[0], item)
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

func (n *Node) allDiffer(items []*value.Value) Truth {
	truth := Yes
	known := map[string]bool{}
	for _, item := range items {
		if n.Seen != nil {
			if item = n.Seen.Project(item); item == nil {
				truth = Unknown
				continue
			}
		}
		if known[item.Key()] {
			return No
		}
		known[item.Key()] = true
	}
	return truth
}
