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
// to dir, which is empty for the working directory. Files of Protobuf messages
// count in a directory if their type is known.
func EventFiles(dir string, args []string, messages MessageType) ([]string, error) {
	exts := eventExts()
	if messages.File != "" {
		exts = append(exts, ".binpb", ".pb")
	}
	var files []string
	for _, arg := range args {
		found, err := eventFiles(dir, arg, exts)
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

func eventFiles(dir, arg string, exts []string) ([]string, error) {
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
		return below(path, arg, exts)
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[{"):
		return matching(dir, arg)
	}
	return []string{arg}, nil // opening it says what is wrong
}

// below lists the files of a directory with one of the extensions; arg is how the
// caller names it.
func below(path, arg string, exts []string) (files []string, err error) {
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() && slices.Contains(exts, formatExt(file)) {
			rest, err := filepath.Rel(path, file)
			files = append(files, filepath.Join(arg, rest))
			return err
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = &UsageError{fmt.Errorf("%s holds no file of events", arg), "files named *" + strings.Join(exts, ", *") + " are looked at, also with .gz or .zst behind"}
	}
	return files, err
}

// eventExts are the names of formats whose files tell what they hold.
func eventExts() []string { return []string{".ndjson", ".jsonl", ".json", ".avro", ".parquet"} }

// formatExt is the extension that names the format of a file, packed or not.
func formatExt(file string) string {
	return filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(file), ".gz"), ".zst"))
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
