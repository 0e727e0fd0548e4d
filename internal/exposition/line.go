package exposition

import (
	"slices"
	"strconv"
	"strings"
)

// reader reads line by line; at is a byte of the line.
type reader struct {
	file     string
	families map[string]*found
	line     string
	number   int // of the line, from 1
	at       int
	visit    func(Sample) // nil: nobody asks for values
}

func (r *reader) readLine() error {
	r.blanks()
	switch {
	case r.at == len(r.line):
		return nil
	case r.line[r.at] == '#':
		return r.comment()
	}
	return r.sample()
}

var types = []string{"counter", "gauge", "histogram", "summary", "untyped", "unknown", "info", "stateset", "gaugehistogram"}

// comment reads TYPE lines and passes over all others.
func (r *reader) comment() error {
	words := strings.Fields(r.line[r.at:])
	if len(words) < 2 || words[0] != "#" || words[1] != "TYPE" {
		return nil
	}
	if len(words) != 4 {
		return r.errorf("TYPE line with %d words after TYPE, want a name and a type", len(words)-2)
	}
	if !slices.Contains(types, words[3]) {
		return r.errorf("unknown type %q, want one of %s", words[3], strings.Join(types, ", "))
	}
	f := r.family(strings.Trim(words[2], `"`))
	if f.typed || f.Samples > 0 {
		return r.errorf("a second TYPE line of %s, or one after its samples", f.Name)
	}
	f.Type, f.typed = words[3], true
	return nil
}

// sample reads name{labels} value [timestamp] [# exemplar].
func (r *reader) sample() error {
	name := r.word()
	labels := map[string]string{}
	r.blanks()
	if r.next('{') {
		quoted, err := r.labels(labels)
		if err != nil {
			return err
		}
		if name == "" {
			name = quoted
		}
	}
	if name == "" {
		return r.errorf("found %q, want the name of a metric", r.line[r.at:])
	}
	value, err := r.value()
	if err != nil {
		return err
	}
	if r.visit != nil {
		r.visit(Sample{name, labels, value})
	}
	f := r.ofSample(name)
	f.Samples++
	for label := range labels {
		f.labels[label] = true
	}
	return nil
}

// labels reads what follows the brace. A quoted text without a value is the
// metric's name.
func (r *reader) labels(labels map[string]string) (name string, err error) {
	for {
		r.blanks()
		if r.next('}') {
			return name, nil
		}
		label, err := r.labelName()
		if err != nil {
			return "", err
		}
		r.blanks()
		if !r.next('=') {
			name = label
		} else {
			r.blanks()
			if labels[label], err = r.quoted(); err != nil {
				return "", err
			}
		}
		r.blanks()
		if !r.next(',') && !strings.HasPrefix(r.line[r.at:], "}") {
			return "", r.errorf("found %.20q, want a comma or a brace after a label", r.line[r.at:])
		}
	}
}

func (r *reader) labelName() (string, error) {
	if strings.HasPrefix(r.line[r.at:], `"`) {
		return r.quoted()
	}
	if name := r.word(); name != "" {
		return name, nil
	}
	return "", r.errorf("found %.20q, want the name of a label", r.line[r.at:])
}

// quoted reads a text in double quotes; a backslash takes the next byte along.
func (r *reader) quoted() (string, error) {
	if !r.next('"') {
		return "", r.errorf("found %.20q, want a text in double quotes", r.line[r.at:])
	}
	start := r.at
	for ; r.at < len(r.line); r.at++ {
		switch r.line[r.at] {
		case '\\':
			r.at++
		case '"':
			r.at++
			return r.line[start : r.at-1], nil
		}
	}
	r.at = start - 1
	return "", r.errorf("the quotes are not closed in this line")
}

// value reads the sample's value and checks what may follow.
func (r *reader) value() (value float64, err error) {
	rest, _, _ := strings.Cut(r.line[r.at:], " # ")
	words := strings.Fields(rest)
	if len(words) == 0 || len(words) > 2 {
		return 0, r.errorf("%d words after the name, want a value and perhaps a time", len(words))
	}
	for i := len(words) - 1; i >= 0; i-- { // the value stands first
		if value, err = strconv.ParseFloat(words[i], 64); err != nil {
			return 0, r.errorf("value %.20q is no number", words[i])
		}
	}
	return value, nil
}

// word reads a name without quotes.
func (r *reader) word() string {
	start := r.at
	for r.at < len(r.line) && inName(r.line[r.at], r.at > start) {
		r.at++
	}
	return r.line[start:r.at]
}

func inName(b byte, digits bool) bool {
	return b == '_' || b == ':' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || digits && '0' <= b && b <= '9'
}

func (r *reader) blanks() {
	for r.at < len(r.line) && (r.line[r.at] == ' ' || r.line[r.at] == '\t') {
		r.at++
	}
}

func (r *reader) next(b byte) bool {
	if r.at < len(r.line) && r.line[r.at] == b {
		r.at++
		return true
	}
	return false
}
