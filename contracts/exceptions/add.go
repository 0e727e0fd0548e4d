package exceptions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evctl/evctl/internal/atomicfile"
)

// A Filing is a request for an exception.
type Filing struct {
	Rules  []string
	Match  Match
	Reason string
	Owner  string
	URL    string // optional
	Renews string // the id of the exception that this one follows; optional
}

// Renew fills a filing with the rules and the match of the exception that it
// renews, which must be approved.
func (f *File) Renew(filing Filing) (Filing, error) {
	old := f.Find(filing.Renews)
	switch {
	case old == nil:
		return filing, fmt.Errorf("there is no valid exception %s", filing.Renews)
	case old.Decision != Approved:
		return filing, fmt.Errorf("%s is %s, want an approved exception to renew", old.ID, old.Decision)
	}
	filing.Rules, filing.Match = old.Rules, old.Match
	return filing, nil
}

// Add files a pending exception at the end of the file named path, which it
// makes if need be, and returns the new id. Everything that is in the file
// stays as it is; the file is replaced as a whole or not at all.
func Add(path string, filing Filing, now time.Time, resolve func(string) (string, bool)) (string, error) {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	text, id, err := appendEntry(path, old, filing, now, resolve)
	if err != nil {
		return "", fmt.Errorf("add an exception to %s: %w", path, err)
	}
	return id, atomicfile.Write(path, text, 0o644)
}

const heading = `# Exceptions: waivers of findings, filed, decided and expiring.
# evctl exceptions add FINGERPRINT files one; evctl explain exception/invalid says what an entry needs.
version: 1
`

// appendEntry returns the text with the filing at its end.
func appendEntry(name string, text []byte, filing Filing, now time.Time, resolve func(string) (string, bool)) ([]byte, string, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte(heading)
	}
	before, err := Parse(name, text, resolve)
	if err != nil {
		return nil, "", err
	}
	id := nextID(text, now)
	newline := newlineOf(string(text))
	out, indent := openList(string(text), newline)
	for i, line := range filing.lines(id, now) {
		mark := "  "
		if i == 0 {
			mark = "- "
		}
		out += indent + mark + line + newline
	}
	after, err := Parse(name, []byte(out), resolve)
	switch {
	case err != nil, len(after.Exceptions)+len(after.faults) < len(before.Exceptions)+len(before.faults)+1:
		return nil, "", errors.New("cannot append to it: want the key exceptions last in the file, its entries on lines of their own")
	case after.Find(id) == nil:
		return nil, "", errors.New(after.faults[len(after.faults)-1].Message)
	}
	return []byte(out), id, nil
}

// newlineOf is what ends the lines of a text.
func newlineOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// openList returns the text, ended by a newline and with a list to append to,
// and the indentation of the list's entries.
func openList(text, newline string) (string, string) {
	if !strings.HasSuffix(text, "\n") {
		text += newline
	}
	firstEntry := regexp.MustCompile(`(?m)^exceptions:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)- `)
	if m := firstEntry.FindStringSubmatch(text); m != nil {
		return text, m[1]
	}
	emptyList := regexp.MustCompile(`(?m)^exceptions:[ \t]*(?:\[[ \t]*\]|null|~)?[ \t]*(#.*)?\r?$`)
	if at := emptyList.FindStringSubmatchIndex(text); at != nil {
		comment := ""
		if at[2] >= 0 {
			comment = " " + strings.TrimRight(text[at[2]:at[3]], "\r")
		}
		return text[:at[0]] + "exceptions:" + comment + text[at[1]:], "  "
	}
	return text + "exceptions:" + newline, "  "
}

// nextID is one above the highest number of the year that the file mentions,
// in comments too: an id is never given twice.
func nextID(text []byte, now time.Time) string {
	year, highest := strconv.Itoa(now.UTC().Year()), 0
	usedID := regexp.MustCompile(`EX-([0-9]{4})-([0-9]{3,9})`)
	for _, m := range usedID.FindAllSubmatch(text, -1) {
		if n, err := strconv.Atoi(string(m[2])); err == nil && string(m[1]) == year {
			highest = max(highest, n)
		}
	}
	return fmt.Sprintf("EX-%s-%03d", year, highest+1)
}

// lines is the entry in YAML. A quoted Go string is a YAML double-quoted scalar.
func (f Filing) lines(id string, now time.Time) []string {
	lines := []string{"id: " + id, "rules: " + flow(f.Rules), "match: " + f.Match.flow(),
		"reason: " + strconv.Quote(f.Reason), "owner: " + strconv.Quote(f.Owner),
		"filed_at: " + now.UTC().Format(time.DateOnly), "decision: " + string(Pending)}
	if f.Renews != "" {
		lines = append(lines, "renews: "+f.Renews)
	}
	if f.URL != "" {
		lines = append(lines, "url: "+strconv.Quote(f.URL))
	}
	return lines
}

func flow(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = strconv.Quote(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func (m Match) flow() string {
	var parts []string
	for _, p := range []struct{ key, value string }{
		{"fingerprint", m.Fingerprint}, {"service", m.Service}, {"subject", m.Subject}, {"path", m.Path},
	} {
		if p.value != "" {
			parts = append(parts, p.key+": "+strconv.Quote(p.value))
		}
	}
	if len(m.Operations) > 0 {
		parts = slices.Insert(parts, 1, "operations: "+flow(m.Operations))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
