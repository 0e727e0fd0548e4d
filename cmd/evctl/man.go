package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write manual pages, one a command",
		Example: "  evctl man /usr/local/share/man/man1",
		Hidden:  true,
		Args:    takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // the same pages every day
			return doc.GenManTree(root, &doc.GenManHeader{Title: "EVCTL", Section: "1", Source: tool(), Manual: "evctl"}, args[0])
		},
	}
}
