package pattern

import (
	"strconv"
	"strings"
	"unicode"
)

// class reads what follows an opening bracket.
func (p *parser) class() (*node, error) {
	negated := p.take("^")
	var sets []set
	for !p.take("]") {
		if !p.more() {
			return nil, p.errorf("missing ]")
		}
		s, err := p.classRange()
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	all := union(sets...)
	if negated {
		all = all.complement()
	}
	return &node{kind: one, set: all}, nil
}

// classRange reads one member or a range of them. Beside a class such as \d a
// hyphen is literal.
func (p *parser) classRange() (set, error) {
	from, err := p.classAtom()
	if err != nil {
		return nil, err
	}
	hyphen := p.pos
	if !p.take("-") || p.peek("]") || !p.more() {
		p.pos = hyphen
		return from, nil
	}
	to, err := p.classAtom()
	if err != nil {
		return nil, err
	}
	if !isSingle(from) || !isSingle(to) {
		return union(from, to, set{{'-', '-'}}), nil
	}
	if from[0].low > to[0].low {
		return nil, p.errorf("range out of order in []")
	}
	return union(set{{from[0].low, to[0].low}}), nil
}

func isSingle(s set) bool { return len(s) == 1 && s[0].low == s[0].high }

func (p *parser) classAtom() (set, error) {
	c := p.in[p.pos]
	if c != '\\' {
		p.pos++
		return set{{c, c}}, nil
	}
	if p.take(`\b`) {
		return set{{'\b', '\b'}}, nil
	}
	return p.escape()
}

func (p *parser) atomEscape() (*node, error) {
	switch {
	case p.take(`\b`):
		return &node{kind: boundary}, nil
	case p.take(`\B`):
		return &node{kind: noBoundary}, nil
	case p.peek(`\k`):
		return nil, p.unsupported("a back-reference")
	case p.pos+1 < len(p.in) && '1' <= p.in[p.pos+1] && p.in[p.pos+1] <= '9':
		return nil, p.unsupported("a back-reference")
	}
	s, err := p.escape()
	if err != nil {
		return nil, err
	}
	return &node{kind: one, set: s}, nil
}

// escape reads a backslash and what it stands for.
func (p *parser) escape() (set, error) {
	p.pos++
	if !p.more() {
		return nil, p.errorf("trailing backslash")
	}
	c := p.in[p.pos]
	p.pos++
	switch c {
	case 't':
		return set{{'\t', '\t'}}, nil
	case 'n':
		return set{{'\n', '\n'}}, nil
	case 'v':
		return set{{'\v', '\v'}}, nil
	case 'f':
		return set{{'\f', '\f'}}, nil
	case 'r':
		return set{{'\r', '\r'}}, nil
	case '0':
		return set{{0, 0}}, nil
	case 'd':
		return digits, nil
	case 'D':
		return digits.complement(), nil
	case 'w':
		return wordChars, nil
	case 'W':
		return wordChars.complement(), nil
	case 's':
		return whiteSpace, nil
	case 'S':
		return whiteSpace.complement(), nil
	case 'p', 'P':
		return p.property(c == 'P')
	case 'c':
		return p.control()
	case 'x':
		return p.hex(2)
	case 'u':
		return p.unicode()
	}
	if c != '_' && isWord(c) {
		return nil, p.errorf(`invalid escape \%c`, c)
	}
	return set{{c, c}}, nil
}

func (p *parser) control() (set, error) {
	if !p.more() || p.in[p.pos] > unicode.MaxASCII || !unicode.IsLetter(p.in[p.pos]) {
		return nil, p.errorf(`\c without a letter`)
	}
	r := p.in[p.pos] % 32
	p.pos++
	return set{{r, r}}, nil
}

func (p *parser) hex(length int) (set, error) {
	r, ok := p.digits(length)
	if !ok {
		return nil, p.errorf("want %d hexadecimal digits", length)
	}
	return set{{r, r}}, nil
}

func (p *parser) digits(length int) (rune, bool) {
	if p.pos+length > len(p.in) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.in[p.pos:p.pos+length]), 16, 32)
	if err != nil {
		return 0, false
	}
	p.pos += length
	return rune(n), true
}

// unicode reads XXXX, a pair of surrogates, or {X…}. A lone surrogate matches
// nothing.
func (p *parser) unicode() (set, error) {
	if p.take("{") {
		length := 0
		for p.pos+length < len(p.in) && p.in[p.pos+length] != '}' {
			length++
		}
		r, ok := p.digits(min(length, 8))
		if !ok || r > unicode.MaxRune || r < 0 || !p.take("}") {
			return nil, p.errorf(`invalid escape \u{…}`)
		}
		return union(set{{r, r}}), nil
	}
	high, ok := p.digits(4)
	if !ok {
		return nil, p.errorf(`invalid escape \u`)
	}
	start := p.pos
	if high >= surrogateMin && high < 0xDC00 && p.take(`\u`) {
		if low, ok := p.digits(4); ok && low >= 0xDC00 && low <= surrogateMax {
			r := 0x10000 + (high-surrogateMin)<<10 + (low - 0xDC00)
			return set{{r, r}}, nil
		}
		p.pos = start
	}
	return union(set{{high, high}}), nil
}

// property reads {Name}, {General_Category=Name} or {Script=Name}.
func (p *parser) property(negated bool) (set, error) {
	start := p.pos
	for p.more() && p.in[p.pos] != '}' {
		p.pos++
	}
	if !p.more() || p.in[start] != '{' {
		return nil, p.errorf(`\p without {name}`)
	}
	full := string(p.in[start+1 : p.pos])
	p.pos++
	s, ok := lookup(full)
	if !ok {
		return nil, p.unsupported(`\p{` + clip(full) + `}`)
	}
	if negated {
		return s.complement(), nil
	}
	return s, nil
}

func lookup(full string) (set, bool) {
	name := full
	for _, key := range []string{"General_Category=", "gc=", "Script=", "sc="} {
		name = strings.TrimPrefix(name, key)
	}
	switch name {
	case "Any":
		return anything, true
	case "ASCII":
		return set{{0, unicode.MaxASCII}}, true
	case "Assigned":
		return fromTable(unicode.Categories["Cn"]).complement(), true
	}
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		if t, ok := tables[name]; ok {
			return fromTable(t), true
		}
	}
	return nil, false
}
