package exceptions

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
)

// errShape is a file whose entries cannot be told apart by their lines.
var errShape = errors.New("cannot change it line by line: want each entry to start on a line of its own, after a dash")

// keyOrder is where a new key of an entry goes: after the last of those before
// it that the entry has.
var keyOrder = []string{"id", "rules", "match", "reason", "owner", "filed_at", "decision", "decided_at", "approver", "expires_at", "renews", "closed_at"}

// An entryText is one entry of the file as text.
type entryText struct {
	text string // of the whole file
	node yamldoc.Node
	flow bool // {…}
}

// findEntry returns the entry with an id.
func findEntry(name, text, id string) (entryText, error) {
	doc, err := yamldoc.Parse(name, []byte(text))
	if err != nil {
		return entryText{}, err
	}
	for _, node := range doc.Root().Get("exceptions").Items() {
		if node.Get("id").Text() == id {
			e := entryText{text: text, node: node}
			e.flow = strings.HasPrefix(text[e.offset(node.Position()):], "{")
			return e, nil
		}
	}
	return entryText{}, fmt.Errorf("there is no %s", id)
}

// offset returns where a position is, in bytes.
func (e entryText) offset(p evctl.Position) int {
	at := 0
	for range p.Line - 1 {
		at += strings.IndexByte(e.text[at:], '\n') + 1
	}
	return at + p.Column - 1
}

// set returns the file with a key of the entry set to a plain or quoted scalar.
// The key that it replaces or follows must be one, too.
func (e entryText) set(key, value string) string {
	if node := e.node.Get(key); node.Exists() {
		start, end := e.span(key)
		if e.text[start-1] == ':' { // a key without a value
			value = " " + value
		}
		return e.text[:start] + value + e.text[end:]
	}
	after := keyOrder[0]
	for _, k := range keyOrder[:slices.Index(keyOrder, key)] {
		if e.node.Get(k).Exists() {
			after = k
		}
	}
	_, end := e.span(after)
	if e.flow {
		return e.text[:end] + ", " + key + ": " + value + e.text[end:]
	}
	newline := newlineOf(e.text)
	if n := strings.Index(e.text[end:], newline); n >= 0 {
		end += n
	} else {
		end = len(e.text)
	}
	indent := strings.Repeat(" ", e.node.Position().Column-1)
	return e.text[:end] + newline + indent + key + ": " + value + e.text[end:]
}

// span returns where the scalar of a key starts and ends.
func (e entryText) span(key string) (start, end int) {
	start = e.offset(e.node.Get(key).Position())
	start += strings.IndexByte(e.text[start:], ':') + 1
	start += len(e.text[start:]) - len(strings.TrimLeft(e.text[start:], " "))
	rest := e.text[start:]
	if quote := rest[:min(1, len(rest))]; quote == `"` || quote == "'" {
		return start, start + endOfQuoted(rest, quote)
	}
	stops := "\n"
	if e.flow {
		stops = "\n,}"
	}
	if n := strings.IndexAny(rest, stops); n >= 0 {
		rest = rest[:n]
	}
	rest, _, _ = strings.Cut(rest, " #")
	return start, start + len(strings.TrimRight(rest, " \r"))
}

// endOfQuoted returns the length of the quoted scalar that text begins with.
func endOfQuoted(text, quote string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case quote == `"` && text[i] == '\\':
			i++
		case quote == "'" && strings.HasPrefix(text[i:], "''"):
			i++
		case text[i:i+1] == quote:
			return i + 1
		}
	}
	return len(text)
}

// replace returns the file with one comment in place of the entry's lines.
// Comments in the entry and after it stay.
func (e entryText) replace(comment string) (string, error) {
	lines := strings.SplitAfter(e.text, "\n")
	first := e.node.Position().Line - 1
	before := lines[first][:e.node.Position().Column-1]
	if strings.TrimSpace(before) != "-" {
		return "", errShape
	}
	dash := strings.Index(before, "-")
	last := first
	for i := first + 1; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i])
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if len(lines[i])-len(strings.TrimLeft(lines[i], " ")) <= dash {
			break
		}
		last = i
	}
	indent := strings.Repeat(" ", dash)
	ending := lines[last][len(strings.TrimRight(lines[last], "\r\n")):]
	kept := []string{indent + "# " + comment + ending}
	for _, line := range lines[first : last+1] {
		if text := strings.TrimLeft(line, " "); strings.HasPrefix(text, "#") {
			kept = append(kept, indent+text)
		}
	}
	return strings.Join(slices.Concat(lines[:first], kept, lines[last+1:]), ""), nil
}

// verify wants a changed file to hold the exceptions given, as good as before.
func verify(name, text string, want []Exception, faults int, resolve func(string) (string, bool)) error {
	after, err := Parse(name, []byte(text), resolve)
	if err != nil || len(after.faults) != faults || len(after.Exceptions) != len(want) {
		return errShape
	}
	for i := range want {
		got, want := after.Exceptions[i], want[i]
		got.Position, got.places, want.Position, want.places = evctl.Position{}, nil, evctl.Position{}, nil
		if !reflect.DeepEqual(got, want) {
			return errShape
		}
	}
	return nil
}
