package git

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A Tree is the files of a commit or of the index, as a file system. Names are
// read when it is made, contents when a file is opened. Symbolic links are
// listed but cannot be opened; submodules are left out.
type Tree struct {
	repo    *Repo
	entries map[string]*entry // by full name; the root is "."
}

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.ReadFileFS = (*Tree)(nil)
)

// Tree returns the files of a commit, or only those in or at some paths. An
// empty commit has no files.
func (r *Repo) Tree(ctx context.Context, commit string, paths ...string) (*Tree, error) {
	t := newTree(r)
	if commit == "" {
		return t, nil
	}
	id, err := r.Resolve(ctx, commit)
	if err != nil {
		return nil, err
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == "." })
	out, err := r.run(ctx, append([]string{"ls-tree", "-r", "-z", "--full-tree", id, "--"}, paths...)...)
	if err != nil {
		return nil, failure("list the files of "+commit, err)
	}
	for line := range bytes.SplitSeq(out, []byte{0}) {
		mode, rest, _ := strings.Cut(string(line), " ")
		_, rest, _ = strings.Cut(rest, " ")
		id, name, ok := strings.Cut(rest, "\t")
		if ok {
			t.add(name, mode, id)
		}
	}
	t.sort()
	return t, nil
}

// Index returns the files as they are staged.
func (r *Repo) Index(ctx context.Context) (*Tree, error) {
	if r.bare {
		return nil, &Error{Worktree, r.root + " is a bare repository: nothing is staged", ""}
	}
	out, err := r.run(ctx, "ls-files", "--stage", "-z")
	if err != nil {
		return nil, failure("list staged files", err)
	}
	t := newTree(r)
	for line := range bytes.SplitSeq(out, []byte{0}) {
		meta, name, ok := strings.Cut(string(line), "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 3 {
			continue
		}
		if fields[2] != "0" {
			return nil, &Error{Merge, "the index holds a conflict in " + name, "git add " + name + ", once it is resolved"}
		}
		t.add(name, fields[0], fields[1])
	}
	t.sort()
	return t, nil
}

func newTree(r *Repo) *Tree {
	return &Tree{repo: r, entries: map[string]*entry{".": {name: ".", mode: fs.ModeDir | 0o555}}}
}

func (t *Tree) add(name, mode, id string) {
	if mode == submodule || !fs.ValidPath(name) {
		return
	}
	e := &entry{tree: t, name: path.Base(name), id: id, mode: 0o444}
	switch mode {
	case "120000":
		e.mode = fs.ModeSymlink | 0o777
	case "100755":
		e.mode = 0o555
	}
	t.attach(name, e)
}

func (t *Tree) attach(name string, e *entry) {
	t.entries[name] = e
	dir := path.Dir(name)
	parent := t.entries[dir]
	if parent == nil {
		parent = &entry{tree: t, name: path.Base(dir), mode: fs.ModeDir | 0o555}
		t.attach(dir, parent)
	}
	parent.children = append(parent.children, e)
}

// sort puts every folder's files in the order that fs.ReadDir promises, which
// is not git's.
func (t *Tree) sort() {
	for _, e := range t.entries {
		slices.SortFunc(e.children, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
}

// Blob returns the object id of a file's contents: equal ids, equal contents.
func (t *Tree) Blob(name string) (string, bool) {
	e := t.entries[name]
	if e == nil || !e.mode.IsRegular() {
		return "", false
	}
	return e.id, true
}

// Open opens a file or folder. Contents are read at once, up to MaxBlob; of a
// larger file only the size is known.
func (t *Tree) Open(name string) (fs.File, error) {
	e, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.IsDir() {
		return &folder{entry: e}, nil
	}
	if !e.mode.IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("is a symbolic link")}
	}
	text, size, err := t.repo.blob(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	f := &file{info: info{e, size}}
	if text == nil {
		f.err = &fs.PathError{Op: "read", Path: name, Err: tooLarge(size)}
	}
	f.text.Reset(text)
	return f, nil
}

// ReadFile returns a file's contents.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	e, err := t.find("read", name)
	if err != nil {
		return nil, err
	}
	if !e.mode.IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrInvalid}
	}
	text, err := t.repo.Blob(e.id)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, nil
}

// ReadDir lists a folder, sorted by name.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	e, err := t.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !e.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fmt.Errorf("not a directory")}
	}
	return slices.Clone(e.children), nil
}

func (t *Tree) find(op, name string) (*entry, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	e := t.entries[name]
	if e == nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return e, nil
}
