package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

func newReference(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "reference",
		Short:   "Print the help of all commands as one Markdown page",
		Example: "  evctl reference > docs/commands.md",
		Hidden:  true,
		Args:    takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var b bytes.Buffer
			fmt.Fprintf(&b, "# Commands\n\nWritten by `evctl reference`; do not edit.\n")
			describe(&b, cmd.Root())
			_, err := a.stdout.Write(b.Bytes())
			return err
		},
	}
}

// describe writes a command's help, and then that of the commands below it.
func describe(w io.Writer, c *cobra.Command) {
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	fmt.Fprintf(w, "\n## %s\n\n%s\n", c.CommandPath(), about)
	if c.Runnable() && c.HasParent() && !c.HasSubCommands() {
		fmt.Fprintf(w, "\n```text\n%s\n```\n", c.UseLine())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\n```sh\n%s\n```\n", strings.ReplaceAll(strings.TrimPrefix(c.Example, "  "), "\n  ", "\n"))
	}
	flags := c.LocalFlags().FlagUsages()
	if flags != "" {
		fmt.Fprintf(w, "\n```text\n%s```\n", flags)
	}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && below.Name() != "help" {
			describe(w, below)
		}
	}
}
