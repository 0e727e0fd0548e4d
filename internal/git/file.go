package git

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"time"
)

// entry is a name in a tree; it is its own fs.DirEntry.
type entry struct {
	tree *Tree
	path string
	id   string // of a blob
	mode fs.FileMode
}

func (e *entry) Name() string      { return path.Base(e.path) }
func (e *entry) IsDir() bool       { return e.mode.IsDir() }
func (e *entry) Type() fs.FileMode { return e.mode.Type() }

// Info reads the file, since a tree does not record sizes.
func (e *entry) Info() (fs.FileInfo, error) {
	if e.IsDir() {
		return info{e, 0}, nil
	}
	_, size, err := e.tree.repo.blob(e.id)
	return info{e, size}, err
}

// info describes a file; commits keep no times of files.
type info struct {
	*entry
	size int64
}

func (i info) Size() int64       { return i.size }
func (i info) Mode() fs.FileMode { return i.mode }
func (info) ModTime() time.Time  { return time.Time{} }
func (info) Sys() any            { return nil }

type file struct {
	info info
	text bytes.Reader
	err  error // why the contents were not read
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

func (f *file) Read(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return f.text.Read(b)
}

type folder struct {
	entry *entry
	left  []fs.DirEntry // what ReadDir has not returned yet
}

func (f *folder) Stat() (fs.FileInfo, error) { return info{f.entry, 0}, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.entry.path, Err: fs.ErrInvalid}
}

// ReadDir returns the next n names, or all that are left if n is not positive.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.left)
	} else if len(f.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.left))
	next := f.left[:n:n]
	f.left = f.left[n:]
	return next, nil
}
