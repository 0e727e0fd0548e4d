package dir

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry/rules"
)

const settingsName = "subject.yaml"

// embedded returns the subject that a file of the embedded layout belongs to,
// and the file's name in the subject's folder.
func (l Layout) embedded(file string) (subject, name string, ok bool) {
	if l.Dir == "" {
		return "", "", false
	}
	rest, ok := strings.CutPrefix(file, l.root()+"/")
	if !ok {
		return "", "", false
	}
	subject, name, ok = strings.Cut(rest, "/")
	return subject, name, ok
}

func (r *Registry) listEmbedded() error {
	folders, err := fs.ReadDir(r.fsys, r.layout.root())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read registry: %w", err)
	}
	for _, folder := range folders {
		if !folder.IsDir() || strings.HasPrefix(folder.Name(), ".") {
			continue
		}
		if err := r.listSubject(folder.Name()); err != nil {
			return fmt.Errorf("read registry: %w", err)
		}
	}
	return nil
}

func (r *Registry) listSubject(name string) error {
	folder := path.Join(r.layout.root(), name)
	entries, err := fs.ReadDir(r.fsys, folder)
	if err != nil {
		return err
	}
	s := &subject{name: name, folder: folder, files: map[int]string{}}
	for _, entry := range entries {
		file := path.Join(folder, entry.Name())
		format, isSchema := evctl.FormatOf(file)
		stem := strings.TrimSuffix(entry.Name(), path.Ext(file))
		version, numbered := versionOf(stem)
		switch {
		case entry.Name() == settingsName:
			s.settings = file
			r.files[file] = name
		case entry.IsDir() || !isSchema:
		case !entry.Type().IsRegular():
			r.report(name, entry.Name(), unreadable(file, errLink))
		case !numbered:
			r.report(name, entry.Name(), rules.StrayFile.At(evctl.Position{File: file}, "%s is no version: want a number, such as 1%s", entry.Name(), format.Ext()))
		case s.files[version] != "":
			r.report(name, "", rules.MixedFormats.At(evctl.Position{File: file}, "version %d is already %s", version, path.Base(s.files[version])))
		default:
			s.files[version] = file
			r.files[file] = name
		}
	}
	if len(s.files) > 0 || s.settings != "" {
		r.subjects[name] = s
	}
	return nil
}

// skipped are folders that no layout means.
var skipped = []string{".git", "node_modules"}

func (r *Registry) listPatterns() error {
	if len(r.matchers) == 0 {
		return nil
	}
	var bases []string
	for _, m := range r.matchers {
		if base := m.base(); !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
	}
	slices.Sort(bases)
	done := ""
	for _, base := range bases {
		if done != "" && (base == done || done == "." || strings.HasPrefix(base, done+"/")) {
			continue
		}
		done = base
		err := fs.WalkDir(r.fsys, base, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && file == base:
				return nil
			case err != nil:
				return fmt.Errorf("read schemas: %w", err)
			case entry.IsDir() && slices.Contains(skipped, entry.Name()):
				return fs.SkipDir
			case !entry.IsDir():
				r.listFile(file, entry.Type().IsRegular())
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// listFile files a path under the subject of the first pattern that matches.
func (r *Registry) listFile(file string, regular bool) {
	if _, ok := evctl.FormatOf(file); !ok {
		return
	}
	if _, _, ok := r.layout.embedded(file); ok {
		return
	}
	for _, m := range r.matchers {
		name, version, ok := m.match(file)
		if !ok {
			continue
		}
		if !regular {
			r.report(name, file, unreadable(file, errLink))
			return
		}
		s := r.subjects[name]
		if s == nil {
			s = &subject{name: name, pattern: m, files: map[int]string{}}
			r.subjects[name] = s
		}
		if other := s.clash(m, version); other != "" {
			r.report(name, file, rules.SubjectClaimedTwice.At(evctl.Position{File: file}, "%s stands for %s, and so does %s", file, name, other))
			return
		}
		s.files[version] = file
		r.files[file] = name
		return
	}
}

// clash returns what already stands for the version, if anything does.
func (s *subject) clash(m *matcher, version int) string {
	switch {
	case s.pattern == nil:
		return s.folder
	case s.files[version] != "":
		return s.files[version]
	case s.pattern.inPlace != m.inPlace:
		return "another layout"
	}
	return ""
}

const maxName = 200 // characters; a topic's name may have 249

// isLegal reports whether a name consists of letters, digits, '.', '_' and '-',
// in parts that do not begin with '.' or '-', nor the first with '_'.
func isLegal(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || strings.Trim(part, wordChars+".-") != "" || part[0] == '.' || part[0] == '-' {
			return false
		}
	}
	return name[0] != '_'
}

func (r *Registry) checkNames() {
	folded := map[string]string{}
	for _, name := range r.Subjects() {
		s := r.subjects[name]
		at := evctl.Position{File: s.anyFile()}
		lower := strings.ToLower(name)
		switch other := folded[lower]; {
		case !isLegal(name):
			r.report(name, "", rules.IllegalName.At(at, "subject %q: want letters, digits, '.', '_' and '-' only, a letter or digit first", name))
		case len(name) > maxName:
			r.report(name, "", rules.IllegalName.At(at, "subject %q is %d characters long: want at most %d", name, len(name), maxName))
		case other != "":
			r.report(name, "case", rules.IllegalName.At(at, "subjects %q and %q differ in case only", other, name))
		}
		folded[lower] = name
	}
}

func (r *Registry) report(subject, key string, f evctl.Finding) {
	f.Subject, f.Key = subject, key
	r.problems = append(r.problems, f)
}

// anyFile returns the newest version's file, or subject.yaml.
func (s *subject) anyFile() string {
	newest := -1
	for version := range s.files {
		newest = max(newest, version)
	}
	if newest < 0 {
		return s.settings
	}
	return s.files[newest]
}
