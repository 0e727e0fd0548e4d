package program

// An array is what a schema asks of arrays.
type array struct {
	min, max int // max < 0 means no limit
	prefix   []*node
	rest     *node
	unique   bool
	contains []contains
}

// A contains counts the items that a schema accepts.
type contains struct {
	node     *node
	min, max int // max < 0 means no limit
}

// maxContains bounds the contains of one array.
const maxContains = 4

func (a *array) at(index int) *node {
	if index < len(a.prefix) {
		return a.prefix[index]
	}
	return a.rest
}

// runArray reads the array at i.
func (m *Machine) runArray(a *array, i, depth int) int {
	start, n := i, 0
	var found [maxContains]int
	var frame uint32
	if a.unique {
		frame = m.names.frame()
	}
	i = m.Space(i + 1)
	if m.at(i) == ']' {
		return m.endArray(a, start, i+1, 0, &found)
	}
	if depth >= MaxDepth {
		return m.fail(start, Limit)
	}
	for {
		item := i
		if i = m.value(a.at(n), i, depth+1); i < 0 {
			return i
		}
		n++
		if len(a.contains) > 0 && !m.count(a, item, depth+1, &found) {
			return -1
		}
		if a.unique && !m.names.addHash(frame, m.hash(item)) {
			return m.fail(start, "uniqueItems")
		}
		if m.at(i) != ',' {
			if i = m.Space(i); m.at(i) == ']' {
				return m.endArray(a, start, i+1, n, &found)
			}
			if m.at(i) != ',' {
				return m.syntax(i)
			}
		}
		if i++; m.at(i) <= ' ' {
			i = m.Space(i)
		}
	}
}

func (m *Machine) endArray(a *array, start, end, n int, found *[maxContains]int) int {
	switch {
	case n < a.min:
		return m.fail(start, "minItems")
	case a.max >= 0 && n > a.max:
		return m.fail(start, "maxItems")
	}
	for k, c := range a.contains {
		if found[k] < c.min || c.max >= 0 && found[k] > c.max {
			return m.fail(start, "contains")
		}
	}
	return end
}

// count notes which contains the item at i satisfies.
func (m *Machine) count(a *array, i, depth int, found *[maxContains]int) bool {
	trusted := m.trusted
	m.trusted = true
	for k := range a.contains {
		if m.accepts(a.contains[k].node, i, depth) {
			found[k]++
		} else if m.fault.Unsure {
			return false
		}
	}
	m.trusted = trusted
	return true
}
