package ci

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// EventFiles lists the files that arguments stand for: a file itself, of a
// directory all files below it that hold events by their names, of a glob those
// that match. Each file is listed once; "-" is left as it is. Names are relative
// to dir, which is empty for the working directory.
func EventFiles(dir string, args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		found, err := eventFiles(dir, arg)
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			if !slices.Contains(files, file) || file == "-" {
				files = append(files, file)
			}
		}
	}
	return files, nil
}

func eventFiles(dir, arg string) ([]string, error) {
	if arg == "-" {
		return []string{arg}, nil
	}
	path := arg
	if dir != "" && !filepath.IsAbs(arg) {
		path = filepath.Join(dir, arg)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return below(path, arg)
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[{"):
		return matching(dir, arg)
	}
	return []string{arg}, nil // opening it says what is wrong
}

// below walks a directory; arg is how the caller names it.
func below(path, arg string) (files []string, err error) {
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && holdsEvents(file) {
			rest, err := filepath.Rel(path, file)
			files = append(files, filepath.Join(arg, rest))
			return err
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = &UsageError{fmt.Errorf("%s holds no file of events", arg), "files named *.ndjson, *.jsonl, *.json and *.avro are looked at, also with .gz or .zst behind"}
	}
	return files, err
}

func holdsEvents(file string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(file), ".gz"), ".zst")
	return slices.Contains([]string{".ndjson", ".jsonl", ".json", ".avro"}, filepath.Ext(name))
}

func matching(dir, glob string) ([]string, error) {
	pattern := glob
	if dir != "" && !filepath.IsAbs(glob) {
		pattern = filepath.Join(dir, glob)
	}
	files, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
	if err != nil {
		return nil, &UsageError{Err: fmt.Errorf("%s: %w", glob, err)}
	}
	if len(files) == 0 {
		return nil, &UsageError{Err: fmt.Errorf("no file matches %s", glob)}
	}
	if pattern != glob {
		for i, file := range files {
			if files[i], err = filepath.Rel(dir, file); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(files)
	return files, nil
}
