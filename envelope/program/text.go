package program

// A text is what a schema asks of strings.
type text struct {
	plan     textPlan
	fixed    *fixed // tried before, with the plan fixedWidth
	enum     *enum  // the first
	min, max int    // in code points; max < 0 means no limit
	patterns []*pattern
	enums    []*enum
	formats  []format
}

// A textPlan is the quick way to try first. Where it does not tell, all is
// checked.
type textPlan uint8

const (
	checkAll textPlan = iota
	anyText
	lengthOnly
	fixedWidth
	enumOnly
	automaton // one pattern, and lengths
)

// An enum is a list of strings that are allowed.
type enum struct {
	table   *table
	keyword string
}

// A format is asserted. Quick, if there is one, accepts what is surely valid.
type format struct {
	quick func([]byte) bool
	check func(string) bool
}

// choose picks the plan.
func (t *text) choose() {
	lengths := t.min > 0 || t.max >= 0
	switch n := len(t.patterns) + len(t.enums) + len(t.formats); {
	case n == 0 && !lengths:
		t.plan = anyText
	case n == 0:
		t.plan = lengthOnly
	case n > 1:
	case len(t.enums) == 1 && !lengths:
		t.plan, t.enum = enumOnly, t.enums[0]
	case len(t.patterns) == 1 && t.patterns[0].dfa != nil:
		t.plan = automaton
		if f := t.patterns[0].dfa.fixed(); f != nil && f.size >= t.min && (t.max < 0 || f.size <= t.max) {
			t.plan, t.fixed = fixedWidth, f
		}
	}
}

func (t *text) fits(runes int) bool { return runes >= t.min && (t.max < 0 || runes <= t.max) }

// run reads the string at i.
func (m *Machine) runText(t *text, i int) int {
	switch t.plan {
	case anyText:
		end, _ := m.str(i)
		return end
	case automaton:
		if end, found := t.patterns[0].dfa.scan(m.text, i+1); found == matched && t.fits(end-i-2) {
			return end
		}
	case enumOnly:
		if _, end := t.enum.table.at(m.text, i+1); end >= 0 {
			return end
		}
	}
	end, info := m.str(i)
	if end < 0 {
		return end
	}
	return m.checkText(t, i, end, info)
}

// checkText checks everything about a string that was read.
func (m *Machine) checkText(t *text, i, end int, info stringInfo) int {
	switch {
	case info.runes < t.min:
		return m.fail(i, "minLength")
	case t.max >= 0 && info.runes > t.max:
		return m.fail(i, "maxLength")
	case t.plan == lengthOnly:
		return end
	}
	said := m.content(i, end, info.escaped)
	for _, e := range t.enums {
		if e.table.find(said) < 0 {
			return m.fail(i, e.keyword)
		}
	}
	for _, p := range t.patterns {
		if !p.match(said) {
			return m.fail(i, "pattern")
		}
	}
	for _, f := range t.formats {
		if (f.quick == nil || !f.quick(said)) && !f.check(string(said)) {
			return m.fail(i, "format")
		}
	}
	return end
}
