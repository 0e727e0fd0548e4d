package contracts

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl/contracts/service"
)

// foreign folders hold files that are not the repository's own.
var foreign = []string{"node_modules", "vendor", "testdata"}

// configurations are names of the tool's own file. Where nobody chose the globs,
// a folder that has one is judged by it, and not from above.
var configurations = []string{"evctl.yaml", ".evctl.yaml"}

// fileName is what a contract is called where nobody chose the globs.
const fileName = "contract.yaml"

// find lists the files that the globs match, sorted, each once. It does not go
// into foreign folders, those given and those whose names begin with a dot,
// unless the fixed part of a glob leads there.
func find(fsys fs.FS, globs []string, guess bool, others ...string) ([]string, error) {
	var files []string
	for _, glob := range globs {
		base, _ := doublestar.SplitPattern(glob)
		err := fs.WalkDir(fsys, base, func(file string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission):
				return nil
			case err != nil:
				return err
			case d.IsDir():
				if file != base && (skips(d.Name()) || slices.Contains(others, file) || guess && hasConfiguration(fsys, file)) {
					return fs.SkipDir
				}
				return nil
			}
			matches, err := doublestar.Match(glob, file)
			if matches && d.Type().IsRegular() {
				files = append(files, file)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("find contracts %s: %w", glob, err)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func skips(folder string) bool {
	return strings.HasPrefix(folder, ".") || slices.Contains(foreign, folder)
}

func hasConfiguration(fsys fs.FS, folder string) bool {
	return slices.ContainsFunc(configurations, func(name string) bool {
		_, err := fs.Stat(fsys, path.Join(folder, name))
		return err == nil
	})
}

// Files lists the contracts that the globs find, except below folders that hold
// those of others. Where nobody chose the globs, files that do not say
// apiVersion: evctl/… are none.
func Files(fsys fs.FS, globs []string, guess bool, others ...string) ([]string, error) {
	files, err := find(fsys, globs, guess, others...)
	if err != nil || !guess {
		return files, err
	}
	return claimed(fsys, files)
}

// claimed leaves of the files those that say that they are contracts.
func claimed(fsys fs.FS, files []string) ([]string, error) {
	kept := files[:0]
	for _, file := range files {
		ours, err := claims(fsys, file)
		if err != nil {
			return nil, err
		}
		if ours {
			kept = append(kept, file)
		}
	}
	return kept, nil
}

// claims reports whether a file says near its beginning that it is a contract.
func claims(fsys fs.FS, file string) (bool, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return false, fmt.Errorf("read %s: %w", file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, service.MaxBytes))
	if err != nil {
		return false, fmt.Errorf("read %s: %w", file, err)
	}
	return service.Claims(text), nil
}
