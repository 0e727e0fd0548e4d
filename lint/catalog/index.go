package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// An index finds entries by name, across major versions: family names the
// entries of all majors, [index.find] takes the nearest.
type index map[family][]Entry

// A family is a name without the major version in its import path.
type family string

func (x index) add(e Entry) {
	f, _ := split(e.Func)
	x[f] = append(slices.DeleteFunc(slices.Clone(x[f]), func(old Entry) bool { return old.Func == e.Func }), e)
}

// find returns the entry of that name, or of the highest major version below
// that of the name, or of the lowest above.
func (x index) find(name string) (Entry, bool) {
	f, major := split(name)
	best, distance := Entry{}, -1
	for _, e := range x[f] {
		_, m := split(e.Func)
		d := major - m
		if d < 0 {
			d = 1000 - d
		}
		if distance < 0 || d < distance {
			best, distance = e, d
		}
	}
	return best, distance >= 0
}

func (x index) has(name string) bool {
	f, _ := split(name)
	return slices.ContainsFunc(x[f], func(e Entry) bool { return e.Func == name })
}

func (x index) each(visit func(Entry) bool) {
	for _, entries := range x {
		for _, e := range entries {
			if !visit(e) {
				return
			}
		}
	}
}

// split takes type parameters and the major version out of a name: 9 out of
// (github.com/redis/go-redis/v9.Cmdable).Set; 1 if there is none.
func split(name string) (family, int) {
	if open, end := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); 0 <= open && open < end {
		name = name[:open] + name[end+1:]
	}
	for i := 0; ; {
		at := strings.Index(name[i:], "/v")
		if at < 0 {
			return family(name), 1
		}
		start := i + at
		end := start + len("/v")
		for end < len(name) && '0' <= name[end] && name[end] <= '9' {
			end++
		}
		if major, err := strconv.Atoi(name[start+len("/v") : end]); err == nil && major < 1000 &&
			end < len(name) && strings.IndexByte("./", name[end]) >= 0 {
			return family(name[:start] + name[end:]), major
		}
		i = end
	}
}
