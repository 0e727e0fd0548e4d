package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
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
			if err := conf.Verify(allRules(), os.DirFS(conf.Root)); err != nil {
				return &usageError{err: err}
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

// load reads the configuration that -C and -c lead to.
func (a *app) load() (*config.Config, error) {
	conf, err := config.Load(a.workDir(), a.config)
	if err == nil {
		return conf, nil
	}
	mistake := &usageError{err: err}
	if errors.Is(err, fs.ErrNotExist) && a.config == "" {
		mistake.hints = []string{"-C names the directory to start in"}
	}
	return nil, mistake
}

// workDir is where the run starts.
func (a *app) workDir() string {
	if a.dir == "" {
		return "."
	}
	return a.dir
}
