package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
)

func newRegistryFreeze(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "freeze",
		Short:   "Write evctl.lock: the versions of files that are edited in place",
		Example: "  evctl registry freeze",
		Args:    takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			conf, err := a.load()
			if err != nil {
				return err
			}
			n, err := ci.Freeze(cmd.Context(), conf)
			if err != nil {
				return err
			}
			if n == 0 {
				fmt.Fprintln(a.stderr, "no file is edited in place, so there is nothing to freeze")
				return nil
			}
			fmt.Fprintf(a.stdout, "evctl.lock holds %d versions\n", n)
			return nil
		},
	}
}
