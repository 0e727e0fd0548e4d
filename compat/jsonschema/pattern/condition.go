package pattern

import (
	"errors"
	"slices"
)

// A condition says of which programs a string must be a match: a pattern with
// look-aheads at its start is several programs, and not all of them must match.
type condition struct {
	program *program // if set, the condition is that it matches
	negated bool     // of the program or of parts
	any     bool     // one of parts suffices, else all must hold
	parts   []condition
}

func (c condition) holds(matches func(*program) bool) bool {
	if c.program != nil {
		return matches(c.program) != c.negated
	}
	each := func(part condition) bool { return part.holds(matches) }
	if c.any {
		return slices.ContainsFunc(c.parts, each) != c.negated
	}
	return !slices.ContainsFunc(c.parts, func(part condition) bool { return !each(part) }) != c.negated
}

// programs appends the programs of the condition.
func (c condition) programs(list []*program) []*program {
	if c.program != nil && !slices.Contains(list, c.program) {
		list = append(list, c.program)
	}
	for _, part := range c.parts {
		list = part.programs(list)
	}
	return list
}

var errLook = errors.New("look-ahead other than at the start of the text")

// build turns an expression into a condition: ^(?!A)(?=B)C is not ^(?:A), and
// ^(?:B), and ^C.
func build(n *node) (condition, error) {
	if !n.has(look) {
		p, err := assemble(n)
		return condition{program: p}, err
	}
	if n.kind == choice {
		return combine(true, n.subs, build)
	}
	parts := n.parts()
	if avoided, rest, ok := tempered(parts); ok {
		return combine(false, []*node{rest, avoided}, func(part *node) (condition, error) {
			p, err := assemble(part)
			return condition{program: p, negated: part == avoided}, err
		})
	}
	if parts[0].kind != begin {
		return condition{}, errLook
	}
	rest := slices.IndexFunc(parts, func(part *node) bool { return part.kind != look && part.kind != begin })
	if rest < 0 {
		rest = len(parts)
	}
	for i, part := range parts[rest:] {
		switch {
		case i == 0 && part.has(look):
			return distribute(parts, rest)
		case part.has(look):
			return condition{}, errLook
		}
	}
	looks := slices.Clone(parts[:rest])
	tail := sequenceOf(append([]*node{{kind: begin}}, parts[rest:]...)...)
	return combine(false, append(looks, tail), func(part *node) (condition, error) {
		if part.kind != look {
			return build(part)
		}
		c, err := build(sequenceOf(&node{kind: begin}, part.subs[0]))
		if part.avoid {
			c.negated = !c.negated
		}
		return c, err
	})
}

// tempered recognises ^((?!A)S)*$, a text of characters in S at none of which
// A matches: that is ^S*$, and A nowhere. An A that matches the empty string
// would also have to be looked for at the end.
func tempered(parts []*node) (avoided, rest *node, ok bool) {
	if len(parts) != 3 || parts[0].kind != begin || parts[1].kind != repeat || parts[2].kind != end {
		return nil, nil, false
	}
	step := parts[1].subs[0].parts()
	if len(step) != 2 || step[0].kind != look || !step[0].avoid || step[1].kind != one {
		return nil, nil, false
	}
	avoided = step[0].subs[0]
	loop := &node{kind: repeat, subs: []*node{step[1]}, min: parts[1].min, max: parts[1].max}
	return avoided, sequenceOf(parts[0], loop, parts[2]), !avoided.has(look) && !avoided.empty()
}

// maxBranches limits how often the rest of an expression is written out.
const maxBranches = 16

// distribute rewrites ^(?:A|B)C as ^AC|^BC, so that look-aheads in A and B
// come to stand at the start.
func distribute(parts []*node, at int) (condition, error) {
	group := parts[at]
	if group.kind != choice || len(group.subs) > maxBranches {
		return condition{}, errLook
	}
	return combine(true, group.subs, func(branch *node) (condition, error) {
		whole := slices.Concat(parts[:at], []*node{branch}, parts[at+1:])
		return build(sequenceOf(whole...))
	})
}

func combine(any bool, nodes []*node, each func(*node) (condition, error)) (condition, error) {
	c := condition{any: any}
	for _, n := range nodes {
		part, err := each(n)
		if err != nil {
			return condition{}, err
		}
		c.parts = append(c.parts, part)
	}
	return c, nil
}
