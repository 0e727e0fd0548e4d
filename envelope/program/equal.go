package program

import "github.com/evctl/evctl/internal/jsondoc"

// equals compares the value at i, which was read before, with a constant. It
// returns the offset behind the value, or -1.
func (m *Machine) equals(v *jsondoc.Node, i int) int {
	switch c := m.at(i); {
	case v.Kind == jsondoc.Array && c == '[':
		return m.equalsArray(v, i)
	case v.Kind == jsondoc.Object && c == '{':
		return m.equalsObject(v, i)
	case v.Kind == jsondoc.String && c == '"':
		end, info := m.str(i)
		if string(m.content(i, end, info.escaped)) == v.Text {
			return end
		}
	case v.Kind == jsondoc.Null && c == 'n':
		return i + len("null")
	case v.Kind == jsondoc.Bool && v.Bool && c == 't':
		return i + len("true")
	case v.Kind == jsondoc.Bool && !v.Bool && c == 'f':
		return i + len("false")
	case v.Kind == jsondoc.Number && (c == '-' || c-'0' <= 9):
		end := m.number(i).end
		if end >= 0 && parseDecimal(m.text[i:end]).compare(parseDecimal([]byte(v.Text))) == 0 {
			return end
		}
	}
	return -1
}

func (m *Machine) equalsArray(v *jsondoc.Node, i int) int {
	i = m.Space(i + 1)
	for k, item := range v.Items {
		if i = m.equals(item, i); i < 0 {
			return -1
		}
		if i = m.Space(i); m.at(i) == ',' && k < len(v.Items)-1 {
			i = m.Space(i + 1)
		}
	}
	if m.at(i) != ']' {
		return -1
	}
	return i + 1
}

// equalsObject relies on names that are distinct.
func (m *Machine) equalsObject(v *jsondoc.Node, i int) int {
	n := 0
	for i = m.Space(i + 1); m.at(i) != '}'; n++ {
		end, info := m.str(i)
		want := v.Get(string(m.content(i, end, info.escaped)))
		if want == nil {
			return -1
		}
		if i = m.equals(want, m.colon(end)); i < 0 {
			return -1
		}
		if i = m.Space(i); m.at(i) == ',' {
			i = m.Space(i + 1)
		}
	}
	if n != len(v.Members) {
		return -1
	}
	return i + 1
}
