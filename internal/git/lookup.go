package git

import (
	"io/fs"
	"slices"
	"strings"
)

// search returns the place of the first path that is not before name.
func (t *Tree) search(name string) (place int, found bool) {
	return slices.BinarySearchFunc(t.files, name, func(f listed, name string) int { return strings.Compare(f.path, name) })
}

func (t *Tree) find(op, name string) (*entry, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	i, ok := t.search(name)
	if ok {
		return t.file(t.files[i]), nil
	}
	prefix := below(name)
	if i, _ = t.search(prefix); name == "." || i < len(t.files) && strings.HasPrefix(t.files[i].path, prefix) {
		return t.folder(name), nil
	}
	return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
}

// list returns what stands directly in a folder, in the order that fs.ReadDir
// promises, which is not git's.
func (t *Tree) list(dir string) []fs.DirEntry {
	prefix := below(dir)
	var found []fs.DirEntry
	for i, _ := t.search(prefix); i < len(t.files) && strings.HasPrefix(t.files[i].path, prefix); {
		name, _, isFolder := strings.Cut(t.files[i].path[len(prefix):], "/")
		if isFolder {
			found = append(found, t.folder(prefix+name))
			i, _ = t.search(prefix + name + string(rune('/'+1))) // the first path after all those in it
		} else {
			found = append(found, t.file(t.files[i]))
			i++
		}
	}
	slices.SortFunc(found, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return found
}

// below is what the paths of all files in a folder begin with.
func below(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}

func (t *Tree) file(f listed) *entry {
	e := &entry{tree: t, path: f.path, id: f.id, mode: 0o444}
	switch f.mode {
	case "120000":
		e.mode = fs.ModeSymlink | 0o777
	case "100755":
		e.mode = 0o555
	}
	return e
}

func (t *Tree) folder(name string) *entry {
	return &entry{tree: t, path: name, mode: fs.ModeDir | 0o555}
}
