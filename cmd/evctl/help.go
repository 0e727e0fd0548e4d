package main

import "github.com/spf13/cobra"

// newHelp is Cobra's help, except that a topic that does not exist is a mistake.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about any command",
		Example: "  evctl help registry freeze\n  evctl help exit-codes",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range about.Commands() {
					names = append(names, c.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if err := noSuchCommand(about, rest); err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
