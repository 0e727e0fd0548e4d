package git

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// A Tree is the files of a commit or of the index, as a file system. Names are
// read when it is made, contents when a file is opened. Symbolic links are
// listed but cannot be opened; submodules are left out.
type Tree struct {
	repo  *Repo
	files []listed // by path, in the order of bytes: what a folder holds is in a row
}

// listed is a file as git lists it.
type listed struct{ path, mode, id string }

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.ReadFileFS = (*Tree)(nil)
)

// Tree returns the files of a commit, or only those in or at some paths. An
// empty commit has no files.
func (r *Repo) Tree(ctx context.Context, commit string, paths ...string) (*Tree, error) {
	t := &Tree{repo: r}
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
	t.files = make([]listed, 0, bytes.Count(out, []byte{0}))
	for line := range strings.SplitSeq(string(out), "\x00") {
		mode, rest, _ := strings.Cut(line, " ")
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
	t := &Tree{repo: r, files: make([]listed, 0, bytes.Count(out, []byte{0}))}
	for line := range strings.SplitSeq(string(out), "\x00") {
		mode, rest, _ := strings.Cut(line, " ")
		id, rest, _ := strings.Cut(rest, " ")
		stage, name, ok := strings.Cut(rest, "\t")
		if !ok {
			continue
		}
		if stage != "0" {
			return nil, &Error{Merge, "the index holds a conflict in " + name, "git add " + name + ", once it is resolved"}
		}
		t.add(name, mode, id)
	}
	t.sort()
	return t, nil
}

func (t *Tree) add(name, mode, id string) {
	if mode != submodule && fs.ValidPath(name) {
		t.files = append(t.files, listed{name, mode, id})
	}
}

func (t *Tree) sort() {
	slices.SortFunc(t.files, func(a, b listed) int { return strings.Compare(a.path, b.path) })
}

// Blob returns the object id of a file's contents: equal ids, equal contents.
func (t *Tree) Blob(name string) (string, bool) {
	i, ok := t.search(name)
	if !ok || !t.file(t.files[i]).mode.IsRegular() {
		return "", false
	}
	return t.files[i].id, true
}

// Open opens a file or folder. Contents are read at once, up to MaxBlob; of a
// larger file only the size is known.
func (t *Tree) Open(name string) (fs.File, error) {
	e, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	if e.IsDir() {
		return &folder{entry: e, left: t.list(name)}, nil
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
	return t.list(name), nil
}
