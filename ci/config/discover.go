package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
)

// ErrNothing says that a repository has neither a configuration nor schemas nor contracts.
var ErrNothing = errors.New("nothing to check: no evctl.yaml, no folder schemas/REGISTRY/SUBJECT, no *.schema.json, *.avsc or *.proto file, no contract.yaml; evctl init writes a configuration")

// Discover is the configuration of a repository without a file: the embedded
// registry in schemas if it is there, else every loose schema file. Fsys holds
// the repository's files, root is where they are. Beside ErrNothing stands the
// configuration that holds for what the repository once held.
func Discover(root string, fsys fs.FS) (*Config, error) {
	if isBare(fsys) {
		return nil, fmt.Errorf("%s is a bare repository: want a work tree, such as git worktree add makes", root)
	}
	c := Default()
	c.Root = root
	if err := c.Fill(fsys); err != nil {
		return nil, err
	}
	if c.HasPlaces() {
		return c, nil
	}
	services, err := contracts.Files(fsys, c.Contracts, true)
	if err == nil && len(services) == 0 {
		err = ErrNothing
	}
	return c, err
}

// HasPlaces reports whether it is known where schemas are.
func (c *Config) HasPlaces() bool { return c.Registry.Dir != "" || len(c.Schemas) > 0 }

// Fill looks for schemas where the configuration names no place for them: below
// the folder of its file, in the repository's files.
func (c *Config) Fill(fsys fs.FS) error {
	if c.HasPlaces() {
		return nil
	}
	below, err := fs.Sub(fsys, c.dir())
	if err != nil {
		return err
	}
	registries, err := embedded(below)
	switch {
	case err != nil:
		return err
	case slices.Contains(registries, c.Registry.Name):
		registries = []string{c.Registry.Name}
	case len(registries) > 1:
		return fmt.Errorf("schemas holds more than one registry (%s): name one as registry.name in evctl.yaml", strings.Join(registries, ", "))
	case len(registries) == 0 || c.Registry.Name != "":
		c.Schemas, err = loose(below, c.dir())
		return err
	}
	c.Registry.Name, c.Registry.Dir = registries[0], path.Join(c.dir(), "schemas")
	return nil
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

// registryOf returns the registry of a version at
// schemas/REGISTRY/SUBJECT/VERSION.EXT, or "" for any other file.
func registryOf(file string) string {
	parts := strings.Split(file, "/")
	if len(parts) != 4 {
		return ""
	}
	version := strings.TrimSuffix(parts[3], path.Ext(file))
	if _, ok := evctl.FormatOf(file); !ok || version == "" || version[0] == '0' || strings.Trim(version, "0123456789") != "" {
		return ""
	}
	return parts[1]
}

// embedded lists the folders of schemas that hold subjects.
func embedded(fsys fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(fsys, "schemas", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if name := registryOf(file); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
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
// Fsys is the folder dir of the repository.
func loose(fsys fs.FS, dir string) ([]Layout, error) {
	var layouts []Layout
	err := fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() {
			if file != "." && (strings.HasPrefix(name, ".") || slices.Contains(foreign, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if subject, ok := looseSubject(file); ok {
			layouts = append(layouts, Layout{Path: Literal(path.Join(dir, file)), Subject: subject})
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
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

// Literal returns the glob, and the path of a Layout, that matches one file.
func Literal(file string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]", "{", "[{]").Replace(file)
}
