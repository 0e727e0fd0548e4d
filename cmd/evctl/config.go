package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/registry/dir"
)

func newConfig(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "config",
		Short:   "The configuration, evctl.yaml",
		Example: "  evctl config verify\n  evctl schema config   # its JSON Schema",
		Args:    noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(&cobra.Command{
		Use:     "verify",
		Short:   "Check the configuration: unknown keys and rules, files that do not exist, globs that match nothing",
		Example: "  evctl config verify\n  evctl config verify -c ci/evctl.yaml",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			conf, err := a.load()
			if err != nil {
				return err
			}
			root := os.DirFS(conf.Root)
			if err := conf.Verify(ci.Rules(), root); err != nil {
				return &usageError{err: err}
			}
			if _, err := dir.Open(root, ci.Layout(conf)); err != nil {
				return &usageError{err: err}
			}
			if _, err := ci.Calendar(conf, root); err != nil {
				return err
			}
			if conf.File == "" {
				fmt.Fprintln(a.stdout, "there is no evctl.yaml; the defaults hold")
				return nil
			}
			fmt.Fprintln(a.stdout, conf.File, "is fine")
			return nil
		},
	})
	return c
}

// load reads the configuration that -C and -c lead to. Beside an error about a
// repository that holds nothing to check it returns the defaults.
func (a *app) load() (*config.Config, error) {
	conf, err := config.Load(a.workDir(), a.config)
	if err == nil {
		return conf, nil
	}
	mistake := &usageError{err: err}
	if errors.Is(err, fs.ErrNotExist) && a.config == "" {
		mistake.hints = []string{"-C names the directory to start in"}
	}
	return conf, mistake
}

// loadFor is load for commands that compare what they are given: files that
// stand in no repository need no configuration, and then there is none.
func (a *app) loadFor(names ...string) (*config.Config, error) {
	if a.config == "" && !slices.ContainsFunc(names, func(name string) bool { return !a.isFile(name) }) && !a.inRepository() {
		return nil, nil
	}
	conf, err := config.Load(a.workDir(), a.config)
	switch {
	case errors.Is(err, config.ErrNothing):
		return nil, nil
	case err != nil:
		return nil, &usageError{err: err}
	}
	return conf, nil
}

func (a *app) isFile(name string) bool {
	info, err := os.Stat(a.path(name))
	return err == nil && info.Mode().IsRegular()
}

// inRepository reports whether a configuration or a git repository is found
// from the working directory upwards.
func (a *app) inRepository() bool {
	dir, err := filepath.Abs(a.workDir())
	for err == nil {
		for _, name := range []string{".git", "evctl.yaml", ".evctl.yaml"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return false
}

// workDir is where the run starts.
func (a *app) workDir() string {
	if a.dir == "" {
		return "."
	}
	return a.dir
}
