package program

// A numeric is what a schema asks of numbers.
type numeric struct {
	low, high int64 // inclusive, what the bounds mean for integers
	whole     bool  // no fraction
	simple    bool  // nothing else is asked of integers
	bounds    []bound
	multiples []divisor
	enums     []numberEnum
}

// A bound is one of minimum, maximum and their exclusive kin.
type bound struct {
	keyword string
	value   decimal
	sign    int // what comparing a number with the value must not give
	open    bool
}

func (b bound) holds(d decimal) bool {
	c := d.compare(b.value)
	return c != b.sign && !(b.open && c == 0)
}

// A numberEnum lists the numbers that are allowed.
type numberEnum struct {
	keyword string
	values  []decimal
}

func (e numberEnum) has(d decimal) bool {
	for _, v := range e.values {
		if v.compare(d) == 0 {
			return true
		}
	}
	return false
}

// runNumber reads the number at i.
func (m *Machine) runNumber(n *numeric, i int) int {
	lit := m.number(i)
	if lit.end < 0 {
		return -1
	}
	if lit.small && n.simple {
		if lit.value >= n.low && lit.value <= n.high {
			return lit.end
		}
	}
	return m.checkNumber(n, i, lit.end)
}

func (m *Machine) checkNumber(n *numeric, i, end int) int {
	d := parseDecimal(m.text[i:end])
	if n.whole && !d.integral() {
		return m.fail(i, "type")
	}
	for _, b := range n.bounds {
		if !b.holds(d) {
			return m.fail(i, b.keyword)
		}
	}
	for _, by := range n.multiples {
		if !d.multipleOf(by) {
			return m.fail(i, "multipleOf")
		}
	}
	for _, e := range n.enums {
		if !e.has(d) {
			return m.fail(i, e.keyword)
		}
	}
	return end
}
