package main

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// path resolves a file that the user named, relative to -C.
func (a *app) path(file string) string {
	if a.dir == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(a.dir, file)
}

// cause strips the operation and the path that a file error repeats.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
