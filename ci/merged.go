package ci

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/git"
)

// merged is the repository as it would be after the merge: our files, and
// those of the base branch where only the base branch has moved on.
type merged struct {
	ours, theirs fs.FS
	takes        map[string]bool // files that come from theirs, or are gone there
	folders      map[string]bool // that hold such files
}

var (
	_ fs.ReadDirFS  = (*merged)(nil)
	_ fs.ReadFileFS = (*merged)(nil)
)

// merge joins ours with what theirs changed since the ancestor, except for the
// files that ours changed too.
func merge(ours fs.FS, theirs, ancestor *git.Tree, changes []git.Change) (fs.FS, error) {
	m := &merged{ours: ours, theirs: theirs, takes: map[string]bool{}, folders: map[string]bool{}}
	mine := map[string]bool{}
	for _, c := range changes {
		mine[c.Path], mine[c.Old] = true, true
	}
	for _, side := range []struct{ from, to *git.Tree }{{theirs, ancestor}, {ancestor, theirs}} {
		err := fs.WalkDir(side.from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || mine[name] {
				return err
			}
			blob, _ := side.from.Blob(name)
			if other, ok := side.to.Blob(name); !ok || other != blob {
				m.take(name)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(m.takes) == 0 {
		return ours, nil
	}
	return m, nil
}

func (m *merged) take(name string) {
	m.takes[name] = true
	for dir := path.Dir(name); !m.folders[dir]; dir = path.Dir(dir) {
		m.folders[dir] = true
	}
}

func (m *merged) Open(name string) (fs.File, error) {
	switch {
	case m.takes[name]:
		return m.theirs.Open(name)
	case m.folders[name]:
		entries, err := m.ReadDir(name)
		if err != nil {
			return nil, err
		}
		info, err := m.stat(name)
		return &mergedFolder{info, entries}, err
	}
	return m.ours.Open(name)
}

// ReadFile returns a file's contents.
func (m *merged) ReadFile(name string) ([]byte, error) {
	if m.takes[name] {
		return fs.ReadFile(m.theirs, name)
	}
	return fs.ReadFile(m.ours, name)
}

// ReadDir lists a folder, sorted by name. A folder that is empty after the
// merge does not exist, as in git.
func (m *merged) ReadDir(name string) ([]fs.DirEntry, error) {
	if !m.folders[name] {
		return fs.ReadDir(m.ours, name)
	}
	ours, err := optional(fs.ReadDir(m.ours, name))
	if err != nil {
		return nil, err
	}
	theirs, err := optional(fs.ReadDir(m.theirs, name))
	if err != nil {
		return nil, err
	}
	entries := m.keep(name, ours, false)
	for _, e := range m.keep(name, theirs, true) {
		if !slices.ContainsFunc(entries, func(o fs.DirEntry) bool { return o.Name() == e.Name() }) {
			entries = append(entries, e)
		}
	}
	if len(entries) == 0 && name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// keep leaves of one side's entries of a folder those that are there after the
// merge.
func (m *merged) keep(folder string, entries []fs.DirEntry, theirs bool) []fs.DirEntry {
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool {
		name := path.Join(folder, e.Name())
		if m.folders[name] {
			_, err := m.ReadDir(name)
			return err != nil
		}
		return m.takes[name] != theirs
	})
}

func (m *merged) stat(folder string) (fs.FileInfo, error) {
	info, err := fs.Stat(m.ours, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return fs.Stat(m.theirs, folder)
	}
	return info, err
}

// optional makes a folder that does not exist an empty one.
func optional(entries []fs.DirEntry, err error) ([]fs.DirEntry, error) {
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return entries, err
}

type mergedFolder struct {
	info fs.FileInfo
	left []fs.DirEntry
}

func (f *mergedFolder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *mergedFolder) Close() error               { return nil }

func (f *mergedFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.Name(), Err: fs.ErrInvalid}
}

// ReadDir returns the next n names, or all that are left if n is not positive.
func (f *mergedFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	out := f.left
	if n > 0 {
		if len(out) == 0 {
			return nil, io.EOF
		}
		out = out[:min(n, len(out))]
	}
	f.left = f.left[len(out):]
	return out, nil
}
