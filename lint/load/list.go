package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoModule says that there is no go.mod: Go code is not what is there.
var ErrNoModule = errors.New("no go.mod in this folder or above it")

// ErrNoGo says that the go command is missing.
var ErrNoGo = errors.New("no go command in PATH")

// inModule reports whether a folder lies in a module or a workspace.
func inModule(dir string) bool {
	for {
		for _, name := range []string{"go.mod", "go.work"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// ErrNoPackage says that a pattern matches nothing.
var ErrNoPackage = errors.New("no package matches")

// A listed package is what go list says of one.
type listed struct {
	ImportPath string
	Dir        string
	Name       string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string
	Standard   bool
	DepOnly    bool
	Module     *struct {
		Path    string
		Version string
		Dir     string
		Main    bool
		Replace *struct{ Path, Version, Dir string }
	}
	Error *struct{ Pos, Err string }
}

const listFields = "ImportPath,Dir,Name,GoFiles,CgoFiles,Imports,ImportMap,Standard,DepOnly,Module,Error"

// list returns the packages that match, and what they import, dependencies
// first.
func list(ctx context.Context, c Config) ([]*listed, error) {
	if !inModule(c.Dir) {
		return nil, ErrNoModule
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoGo
	}
	return ask(ctx, c, tool, "-deps", "-json="+listFields)
}

// Folders returns the folders of the packages that match, absolute and sorted.
func Folders(ctx context.Context, c Config) ([]string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoGo
	}
	packages, err := ask(ctx, c, tool, "-json=ImportPath,Dir,Error")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range packages {
		if p.Dir == "" && p.Error != nil {
			return nil, fmt.Errorf("%w: %s", ErrNoPackage, p.Error.Err)
		}
		out = append(out, p.Dir)
	}
	slices.Sort(out)
	return out, nil
}

func ask(ctx context.Context, c Config, tool string, flags ...string) ([]*listed, error) {
	args := append([]string{"list", "-e"}, flags...)
	if len(c.Tags) > 0 {
		args = append(args, "-tags="+strings.Join(c.Tags, ","))
	}
	if c.Tests {
		args = append(args, "-test")
	}
	if len(c.Overlay) > 0 {
		file, remove, err := writeOverlay(c.Overlay)
		if err != nil {
			return nil, err
		}
		defer remove()
		args = append(args, "-overlay="+file)
	}
	cmd := exec.CommandContext(ctx, tool, append(append(args, "--"), c.Patterns...)...)
	cmd.Dir = c.Dir
	cmd.Env = c.env()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, listError(ctx, err, stderr.String())
	}
	return decode(&stdout)
}

func decode(r io.Reader) ([]*listed, error) {
	var out []*listed
	for dec := json.NewDecoder(r); ; {
		p := &listed{}
		if err := dec.Decode(p); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list says: %w", err)
		}
		out = append(out, p)
	}
}

func listError(ctx context.Context, err error, stderr string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	return fmt.Errorf("go list: %s: %w", first, err)
}

// env is the environment of go list. Files that need cgo are listed too: they
// are read, not compiled.
func (c Config) env() []string {
	env := append(os.Environ(), "CGO_ENABLED=1", "PWD="+c.Dir)
	if !c.Network {
		env = append(env, "GOPROXY=off", "GONOPROXY=none", "GOSUMDB=off")
	}
	return append(env, c.Env...)
}

// writeOverlay writes the file that tells go list of files that are not, or
// not so, on the disk.
func writeOverlay(files map[string][]byte) (file string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "evctl-overlay-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	replace := map[string]string{}
	for name, text := range files {
		replace[name] = ""
		if text == nil {
			continue
		}
		replace[name] = filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(replace[name], text, 0o600); err != nil {
			remove()
			return "", nil, err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		file = filepath.Join(dir, "overlay.json")
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return file, remove, nil
}
