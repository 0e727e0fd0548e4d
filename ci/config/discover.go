package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// ErrNothing says that a repository has neither a configuration nor schemas.
var ErrNothing = errors.New("nothing to check: no evctl.yaml, no folder schemas/REGISTRY/SUBJECT, no *.schema.json, *.avsc or *.proto file; evctl init writes a configuration")

// Discover is the configuration of a repository without a file: the embedded
// registry in schemas if it is there, else every loose schema file. Fsys holds
// the repository's files, root is where they are.
func Discover(root string, fsys fs.FS) (*Config, error) {
	if isBare(fsys) {
		return nil, fmt.Errorf("%s is a bare repository: want a work tree, such as git worktree add makes", root)
	}
	c := Default()
	c.Root = root
	registries, err := embedded(fsys)
	switch {
	case err != nil:
		return nil, err
	case len(registries) > 1:
		return nil, fmt.Errorf("schemas holds more than one registry (%s): name one as registry.name in evctl.yaml", strings.Join(registries, ", "))
	case len(registries) == 1:
		c.Registry = Registry{Name: registries[0], Dir: "schemas"}
		return c, nil
	}
	if c.Schemas, err = loose(fsys); err == nil && len(c.Schemas) == 0 {
		err = ErrNothing
	}
	return c, err
}

// isBare reports whether the files are those of a bare git repository.
func isBare(fsys fs.FS) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := fs.Stat(fsys, name); err != nil {
			return false
		}
	}
	return true
}

var versionFile = regexp.MustCompile(`^schemas/([^/]+)/[^/]+/[1-9][0-9]*\.(json|avsc|proto)$`)

// embedded lists the folders of schemas that hold subjects.
func embedded(fsys fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(fsys, "schemas", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if m := versionFile.FindStringSubmatch(file); m != nil && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return names, err
}

// foreign folders hold files that are not the repository's own.
var foreign = []string{"node_modules", "vendor", "testdata"}

// loose makes each schema file a subject, named by its path without extension.
func loose(fsys fs.FS) ([]Layout, error) {
	var layouts []Layout
	err := fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err != nil {
			return err
		}
		if d.IsDir() {
			if file != "." && (strings.HasPrefix(name, ".") || slices.Contains(foreign, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if subject, ok := looseSubject(file); ok {
			layouts = append(layouts, Layout{Path: Literal(file), Subject: subject})
		}
		return nil
	})
	return layouts, err
}

func looseSubject(file string) (string, bool) {
	format, ok := evctl.FormatOf(file)
	if !ok || strings.ContainsAny(file, "{}") {
		return "", false
	}
	if format == evctl.JSON {
		return strings.CutSuffix(file, ".schema.json")
	}
	return strings.TrimSuffix(file, path.Ext(file)), true
}

var glob = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]", "{", "[{]")

// Literal returns the glob, and the path of a Layout, that matches one file.
func Literal(file string) string { return glob.Replace(file) }
