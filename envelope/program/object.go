package program

// An object is what a schema asks of objects.
type object struct {
	*Names   // of the props, in the order in which they most probably come
	props    []prop
	required uint64 // bits of the first 64 props
	more     []int  // required props beyond
	needs    []need
	counted  bool // of min and max
	min, max int  // of known members; max < 0 means no limit
	names    []*node

	// What holds for names that are no prop.
	policy   unknownPolicy
	rest     *node // for all of them, if there are no patterns
	patterns []named
	others   []remainder
	known    []*pattern // names that the policy does not mind
}

// A prop is a member that the schema names.
type prop struct {
	node *node
	drop bool // the reader does not know it
	bad  bool // propertyNames refuses it
}

// quicken chooses quick checks for the props whose values are judged.
func (o *object) quicken() {
	for at, p := range o.props[:min(len(o.props), 64)] {
		if !p.drop && !p.bad {
			o.members[at].quick = p.node.quick()
		}
	}
}

// A need is what a member's presence asks for.
type need struct {
	prop  int
	props []int // must be there, too
	node  *node // the object must be so, if not nil
}

// An unknownPolicy says what happens to names that the schema does not know.
type unknownPolicy uint8

const (
	keep unknownPolicy = iota
	drop
	refuse
)

// A named is what patternProperties asks of the members whose name matches.
type named struct {
	pattern *pattern
	node    *node
}

// A remainder is what one schema's additionalProperties asks of the members that
// none of its patterns covers.
type remainder struct {
	patterns []int // in object.patterns
	node     *node
}

// runObject reads the object at i.
func (m *Machine) runObject(o *object, i, depth int) int {
	start := i
	w := Walk{Names: o.Names, base: len(m.words)}
	if depth == 1 {
		m.outline.begin(&w)
	}
	if len(o.props) > 64 {
		for range (len(o.props) - 1) / 64 {
			m.words = append(m.words, 0)
		}
	}
	end := m.members(o, i, depth, &w)
	if end >= 0 {
		end = m.endObject(o, start, end, depth, &w)
	}
	if depth == 1 && end >= 0 {
		m.outline.end(&w, start)
	}
	m.words = m.words[:w.base]
	return end
}

func (m *Machine) members(o *object, i, depth int, w *Walk) (end int) {
	start, frame := i, uint32(0)
	if i = m.Space(i + 1); m.at(i) == '}' {
		return i + 1
	}
	if depth >= MaxDepth {
		return m.fail(start, Limit)
	}
	for more := true; more; {
		at, value := m.Next(w, i)
		switch {
		case at == Closed:
			return value
		case value < 0:
			return value
		case at == Other:
			if frame == 0 {
				frame = m.names.frame()
			}
			w.others = true
			i = m.unknown(o, w.Name, value, depth+1, frame, &w.count)
		case !m.mark(w, at):
			return m.syntax(w.Name)
		default:
			i = m.member(&o.props[at], w.Name, value, depth+1, &w.count)
			if at < len(w.Starts) && at < len(w.Ends) {
				w.Starts[at], w.Ends[at] = value, i
			}
		}
		if i < 0 {
			return i
		}
		i, more = m.Separator(i)
	}
	return i
}

// name reads any name and its colon. It returns which name of the table it is,
// or -1, and the offset of the value.
func (m *Machine) name(t *table, i int) (at, value int) {
	if m.at(i) != '"' {
		return -1, m.syntax(i)
	}
	if at, end := t.at(m.text, i+1); end >= 0 {
		if end+1 < len(m.text) && m.text[end] == ':' && m.text[end+1] > ' ' {
			return at, end + 1
		}
		return at, m.colon(end)
	}
	end, info := m.str(i)
	if end < 0 {
		return -1, end
	}
	return t.find(m.content(i, end, info.escaped)), m.colon(end)
}

// mark returns false for a prop that was there before.
func (m *Machine) mark(w *Walk, at int) bool {
	word := &w.Seen
	if at >= 64 {
		word = &m.words[w.base+at/64-1]
	}
	bit := uint64(1) << (at & 63)
	before := *word & bit
	*word |= bit
	return before == 0
}

func (m *Machine) has(w *Walk, at int) bool {
	if at < 64 {
		return w.Seen>>at&1 != 0
	}
	return m.words[w.base+at/64-1]>>(at&63)&1 != 0
}

// member reads the value of a prop.
func (m *Machine) member(p *prop, name, i, depth int, count *int) int {
	switch {
	case p.drop:
		return m.passOver(i, depth)
	case p.bad:
		return m.fail(name, "propertyNames")
	}
	*count++
	return m.value(p.node, i, depth)
}

// passOver reads a value that nobody looks at.
func (m *Machine) passOver(i, depth int) int {
	lax := m.lax
	m.lax = true
	i = m.Skip(i, depth)
	m.lax = lax
	return i
}

// unknown reads the value of a member that is no prop.
func (m *Machine) unknown(o *object, name, i, depth int, frame uint32, count *int) int {
	end, info := m.str(name)
	if !m.distinct(name, end, info.escaped, frame) {
		return -1
	}
	var matching uint64
	if len(o.patterns)+len(o.known) > 0 {
		said := m.content(name, end, info.escaped)
		for k, p := range o.patterns {
			if p.pattern.match(said) {
				matching |= 1 << k
			}
		}
		if o.policy != keep && !matchesAny(o.known, said) {
			return m.strange(o, name, i, depth)
		}
	} else if o.policy != keep {
		return m.strange(o, name, i, depth)
	}
	*count++
	for _, n := range o.names {
		if m.value(n, name, depth) < 0 {
			return m.failUnlessUnsure(name, "propertyNames")
		}
	}
	if len(o.patterns) == 0 {
		return m.value(o.rest, i, depth)
	}
	return m.byPatterns(o, matching, i, depth)
}

func (m *Machine) failUnlessUnsure(i int, keyword string) int {
	if m.fault.Unsure {
		return -1
	}
	return m.fail(i, keyword)
}

func matchesAny(patterns []*pattern, name []byte) bool {
	for _, p := range patterns {
		if p.match(name) {
			return true
		}
	}
	return false
}

// strange deals with a name that the schema does not know.
func (m *Machine) strange(o *object, name, i, depth int) int {
	if o.policy == drop {
		return m.passOver(i, depth)
	}
	return m.fail(name, Unknown)
}

// byPatterns reads a value that several schemas may speak of: once for each.
func (m *Machine) byPatterns(o *object, matching uint64, i, depth int) int {
	end, trusted := -1, m.trusted
	for k := range o.patterns {
		if matching>>k&1 != 0 {
			if end = m.value(o.patterns[k].node, i, depth); end < 0 {
				return end
			}
			m.trusted = true
		}
	}
	for _, other := range o.others {
		if !other.covers(matching) {
			if end = m.value(other.node, i, depth); end < 0 {
				return end
			}
			m.trusted = true
		}
	}
	m.trusted = trusted
	if end < 0 {
		return m.Skip(i, depth)
	}
	return end
}

func (o *remainder) covers(matching uint64) bool {
	for _, k := range o.patterns {
		if matching>>k&1 != 0 {
			return true
		}
	}
	return false
}

// endObject checks what is known only when all members were read.
func (m *Machine) endObject(o *object, start, end, depth int, w *Walk) int {
	if w.Seen&o.required != o.required {
		return m.fail(start, "required")
	}
	for _, at := range o.more {
		if !m.has(w, at) {
			return m.fail(start, "required")
		}
	}
	if o.counted {
		switch {
		case w.count < o.min:
			return m.fail(start, "minProperties")
		case o.max >= 0 && w.count > o.max:
			return m.fail(start, "maxProperties")
		}
	}
	if len(o.needs) > 0 && !m.meets(o, start, depth, w) {
		return m.failUnlessUnsure(start, "dependencies")
	}
	return end
}

func (m *Machine) meets(o *object, start, depth int, w *Walk) bool {
	m.fault.Unsure = false
	for _, n := range o.needs {
		if !m.has(w, n.prop) {
			continue
		}
		for _, at := range n.props {
			if !m.has(w, at) {
				return false
			}
		}
		if n.node == nil {
			continue
		}
		trusted := m.trusted
		m.trusted = true
		ok := m.accepts(n.node, start, depth)
		m.trusted = trusted
		if !ok {
			return false
		}
	}
	return true
}

// lowest returns the bits of those below 64, and the rest.
func lowest(props []int) (low uint64, more []int) {
	for _, at := range props {
		if at < 64 {
			low |= 1 << at
		} else {
			more = append(more, at)
		}
	}
	return low, more
}
