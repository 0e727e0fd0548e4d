package config

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl/internal/yamldoc"
)

// names are what the file may be called, the first one first.
var names = [...]string{"evctl.yaml", ".evctl.yaml"}

// Load reads the configuration that holds in dir: the named file, relative to
// dir, or else the nearest evctl.yaml or .evctl.yaml from dir up to the root of
// the git repository. Without one it looks at what the repository holds; see
// [Discover]. The error about a text is a [*yamldoc.Error].
func Load(dir, file string) (*Config, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	root := repository(dir)
	if file != "" && !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if file == "" {
		file = lookUp(dir, root)
	}
	if file == "" {
		return Discover(root, os.DirFS(root))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return nil, err
	}
	c, err := Parse(filepath.ToSlash(rel), text)
	if err != nil {
		return nil, err
	}
	c.Root = root
	return c, c.Fill(os.DirFS(root))
}

// repository is the nearest folder from dir upwards that holds .git, a folder
// or, in a worktree or submodule, a file; dir itself if there is none.
func repository(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if filepath.Dir(at) == at {
			return dir
		}
	}
}

func lookUp(dir, root string) string {
	for at := dir; ; at = filepath.Dir(at) {
		for _, name := range names {
			file := filepath.Join(at, name)
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
				return file
			}
		}
		if at == root || filepath.Dir(at) == at {
			return ""
		}
	}
}

// Parse reads a configuration from its text. File is its name relative to the
// repository's root; the paths in the text are relative to the file. Root of
// the result is empty.
func Parse(file string, text []byte) (*Config, error) {
	doc, err := yamldoc.Parse(file, text)
	if err != nil {
		return nil, err
	}
	c := Default()
	c.File, c.doc, c.Version = file, doc, 0
	if err := doc.Decode(c); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c, c.anchor()
}

// anchor makes every path relative to the repository's root.
func (c *Config) anchor() error {
	paths := []place{
		{&c.Registry.Dir, []any{"registry", "dir"}},
		{&c.Org.Topics, []any{"org", "topics"}},
		{&c.Org.Calendar, []any{"org", "calendar"}},
		{&c.Org.Quarantine, []any{"org", "quarantine"}},
		{&c.Org.Replay, []any{"org", "replay"}},
		{&c.Exceptions.File, []any{"exceptions", "file"}},
	}
	for i := range c.Schemas {
		paths = append(paths, place{&c.Schemas[i].Path, []any{"schemas", i, "path"}}, place{&c.Schemas[i].Root, []any{"schemas", i, "root"}})
	}
	paths = append(paths, c.Kafka.relative()...)
	paths = append(paths, places(c.Envelope.Events, "envelope", "events")...)
	paths = append(paths, places(c.Contracts, "contracts")...)
	paths = append(paths, places(c.Consumers, "consumers")...)
	for _, p := range paths {
		besides := p.keys[0] == "consumers" // other repositories may lie beside this one
		if *p.path == "" || besides && isAddress(*p.path) {
			continue
		}
		if path.IsAbs(*p.path) || strings.Contains(*p.path, `\`) {
			return c.errorAt(p.keys, "path %q, want one relative to this file, with slashes", *p.path)
		}
		joined := path.Join(c.dir(), *p.path)
		if !fs.ValidPath(joined) && !besides {
			return c.errorAt(p.keys, "path %q leads out of the repository", *p.path)
		}
		*p.path = joined
	}
	return nil
}

func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// place is a path and where it stands in the file.
type place struct {
	path *string
	keys []any
}

func places(list []string, keys ...any) []place {
	out := make([]place, len(list))
	for i := range list {
		out[i] = place{&list[i], append(keys[:len(keys):len(keys)], i)}
	}
	return out
}

func (c *Config) errorAt(keys []any, message string, args ...any) error {
	return &yamldoc.Error{Position: c.Position(keys...), Message: fmt.Sprintf(message, args...)}
}
