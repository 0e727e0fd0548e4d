package program

// Skip reads any value at i, which lies that deep, and checks that it is JSON.
func (m *Machine) Skip(i, depth int) int {
	m.steps--
	switch c := m.at(i); c {
	case '"':
		end, _ := m.str(i)
		return end
	case '{':
		return m.skipObject(i, depth)
	case '[':
		return m.skipArray(i, depth)
	case 't':
		return m.literal(i, "true")
	case 'f':
		return m.literal(i, "false")
	case 'n':
		return m.literal(i, "null")
	}
	return m.number(i).end
}

func (m *Machine) skipObject(i, depth int) int {
	start := i
	if i = m.Space(i + 1); m.at(i) == '}' {
		return i + 1
	}
	if depth >= MaxDepth {
		return m.fail(start, Limit)
	}
	frame := m.names.frame()
	for {
		if i = m.skipName(i, frame); i < 0 {
			return i
		}
		if i = m.Skip(i, depth+1); i < 0 {
			return i
		}
		switch i = m.Space(i); m.at(i) {
		case ',':
			i = m.Space(i + 1)
		case '}':
			return i + 1
		default:
			return m.syntax(i)
		}
	}
}

// skipName reads a name that no table knows, its colon and the space behind.
func (m *Machine) skipName(i int, frame uint32) int {
	if m.at(i) != '"' {
		return m.syntax(i)
	}
	end, info := m.str(i)
	if end < 0 || !m.distinct(i, end, info.escaped, frame) {
		return -1
	}
	return m.colon(end)
}

// distinct notes a fault if the object has the name already.
func (m *Machine) distinct(start, end int, escaped bool, frame uint32) bool {
	if m.trusted || m.names.add(frame, m.content(start, end, escaped)) {
		return true
	}
	m.syntax(start)
	return false
}

// colon reads a colon and the space around it.
func (m *Machine) colon(i int) int {
	if m.at(i) != ':' {
		if i = m.Space(i); m.at(i) != ':' {
			return m.syntax(i)
		}
	}
	i++
	if m.at(i) <= ' ' {
		i = m.Space(i)
	}
	return i
}

func (m *Machine) skipArray(i, depth int) int {
	start := i
	if i = m.Space(i + 1); m.at(i) == ']' {
		return i + 1
	}
	if depth >= MaxDepth {
		return m.fail(start, Limit)
	}
	for {
		if i = m.Skip(i, depth+1); i < 0 {
			return i
		}
		switch i = m.Space(i); m.at(i) {
		case ',':
			i = m.Space(i + 1)
		case ']':
			return i + 1
		default:
			return m.syntax(i)
		}
	}
}
