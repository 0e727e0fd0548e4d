package envelope

import "github.com/evctl/evctl/envelope/program"

// ordered is what stampOf tells of an event, and the name of its aggregate, read
// from the bytes whatever the payload; false if it is no event that plainly says
// where it belongs, which stampOf decides.
func (p *pass) ordered(f frame) (s stamp, aggregate string, ok bool) {
	if f.size > p.options.MaxBytes {
		return stamp{}, "", false
	}
	m := program.Get(f.text)
	defer m.Free()
	r := reading{pass: p, m: m}
	if end := r.members(m.Space(0)); end < 0 || m.End(end) < 0 || !r.places() {
		return stamp{}, "", false
	}
	if s, ok = r.stamp(f.line, 0); !ok {
		return stamp{}, "", false
	}
	return s, string(r.written(aggregateType)) + "/" + string(r.written(aggregateID)), true
}

// members notes where the fields of the object at i stand.
func (r *reading) members(i int) int {
	m := r.m
	if m.Byte(i) != '{' {
		return -1
	}
	i = m.Space(i + 1)
	object, next := m.Object(), 0
	for more := true; more; {
		at, value := m.Name(r.fields, i, next)
		if value < 0 {
			return -1
		}
		r.extra = r.extra || at < 0
		if at < 0 && !m.Distinct(object, i) || at >= 0 && r.seen&(1<<at) != 0 {
			return -1
		}
		end := m.PassOver(value, 1)
		if end < 0 {
			return -1
		}
		if at >= 0 {
			r.seen |= 1 << at
			r.start[at], r.end[at], next = value, end, at+1
		}
		if i, more = m.Separator(end); i < 0 {
			return -1
		}
	}
	return i
}

// places reports whether the event says which version of which aggregate it is.
func (r *reading) places() bool {
	const needed = 1<<eventID | 1<<aggregateType | 1<<aggregateID | 1<<aggregateVersion
	if r.seen&needed != needed {
		return false
	}
	for _, field := range []int{eventID, aggregateType, aggregateID} {
		if r.m.Byte(r.start[field]) != '"' || len(r.written(field)) == 0 {
			return false
		}
	}
	for _, field := range []int{aggregateVersion, writerEpoch} {
		if r.seen&(1<<field) == 0 {
			continue
		}
		if n, end, ok := r.m.Integer(r.start[field]); end < 0 || !ok || n < 1 {
			return false
		}
	}
	return true
}
