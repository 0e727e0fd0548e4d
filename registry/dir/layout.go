package dir

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Layout says which files are which versions. All paths are relative to the
// repository's root, with slashes.
type Layout struct {
	Name     string    // the registry's name, the first part of a schema ref
	Dir      string    // folder of the embedded layout, such as schemas; empty if there is none
	Patterns []Pattern // files elsewhere; the first match wins
}

// A Pattern says which files stand for which subjects. Path is a glob in which
// {subject}, {version} and other {names} capture part of one path element;
// Subject may use them. Without {version} the files are edited in place.
type Pattern struct {
	Path    string
	Subject string // {subject} if empty
	Since   string // git ref from which versions count; empty means the beginning
	Root    string // folder for references and imports; the pattern's own if empty
	Message string // Protobuf message
}

// root returns the folder of the embedded registry.
func (l Layout) root() string { return path.Join(l.Dir, l.Name) }

// Paths returns the files and folders that hold everything the layout speaks
// of; "." if that is the whole repository.
func (l Layout) Paths() []string {
	paths := []string{lockFile}
	if l.Dir != "" {
		paths = append(paths, path.Clean(l.Dir))
	}
	for _, p := range l.Patterns {
		base, _ := doublestar.SplitPattern(widen(p.Path))
		paths = append(paths, base)
		if p.Root != "" {
			paths = append(paths, path.Clean(p.Root))
		}
	}
	if slices.Contains(paths, ".") {
		return []string{"."}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// lockFile records versions for where history is not available.
const lockFile = "evctl.lock"

// matcher is a compiled Pattern.
type matcher struct {
	Pattern
	glob     string // the path with * for every placeholder
	captures *regexp.Regexp
	inPlace  bool
}

func compile(p Pattern) (*matcher, error) {
	if p.Subject == "" {
		p.Subject = "{subject}"
	}
	m := &matcher{Pattern: p, glob: widen(p.Path), inPlace: !strings.Contains(p.Path, "{version}")}
	if !doublestar.ValidatePattern(m.glob) {
		return nil, fmt.Errorf("layout %q is no glob", p.Path)
	}
	known := map[string]bool{}
	for _, name := range placeholders(p.Path) {
		if known[name] {
			return nil, fmt.Errorf("layout %q holds {%s} twice", p.Path, name)
		}
		known[name] = true
	}
	for _, name := range placeholders(p.Subject) {
		if !known[name] {
			return nil, fmt.Errorf("layout %q has no {%s}, which its subject %q needs", p.Path, name, p.Subject)
		}
	}
	var err error
	if m.captures, err = regexp.Compile("^" + translate(p.Path) + "$"); err != nil {
		return nil, fmt.Errorf("layout %q is no glob: %w", p.Path, err)
	}
	return m, nil
}

// translate turns a glob with placeholders into a regular expression.
func translate(glob string) string {
	var b strings.Builder
	alternatives := 0
	for rest := glob; rest != ""; {
		used := 1
		switch name := placeholder(rest); {
		case name != "":
			used = len("{}") + len(name)
			fmt.Fprintf(&b, "(?P<%s>[^/]+)", name)
		case strings.HasPrefix(rest, "**/"):
			used = 3
			b.WriteString("(?:.*/)?")
		case strings.HasPrefix(rest, "**"):
			used = 2
			b.WriteString(".*")
		case rest[0] == '*':
			b.WriteString("[^/]*")
		case rest[0] == '?':
			b.WriteString("[^/]")
		case rest[0] == '[':
			used = max(strings.IndexByte(rest, ']')+1, 1)
			b.WriteString(strings.Replace(rest[:used], "[!", "[^", 1))
		case rest[0] == '{':
			alternatives++
			b.WriteString("(?:")
		case rest[0] == '}' && alternatives > 0:
			alternatives--
			b.WriteString(")")
		case rest[0] == ',' && alternatives > 0:
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
		rest = rest[used:]
	}
	return b.String()
}

// match returns the subject and version that a path stands for. The version is
// 0 for a file edited in place.
func (m *matcher) match(file string) (subject string, version int, ok bool) {
	if matched, err := doublestar.Match(m.glob, file); err != nil || !matched {
		return "", 0, false
	}
	found := m.captures.FindStringSubmatch(file)
	if found == nil {
		return "", 0, false
	}
	subject = expand(m.Subject, func(name string) string { return found[m.captures.SubexpIndex(name)] })
	if m.inPlace {
		return subject, 0, true
	}
	version, ok = versionOf(found[m.captures.SubexpIndex("version")])
	return subject, version, ok
}

// base returns the folder that the pattern's files are below.
func (m *matcher) base() string {
	base, _ := doublestar.SplitPattern(m.glob)
	return base
}

// versionOf reads a number from 1, written without zeros in front.
func versionOf(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && strconv.Itoa(n) == text
}
