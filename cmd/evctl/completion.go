package main

import (
	"github.com/spf13/cobra"
)

func newCompletion(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish"}
	return &cobra.Command{
		Use:   "completion " + alternatives(shells),
		Short: "Shell completion, with live rules, subjects and refs",
		Long: `Print the script that completes commands, flags, rules, subjects and refs in a
shell. In bash it needs the package bash-completion, version 2.`,
		Example: `  source <(evctl completion bash)
  evctl completion zsh > "${fpath[1]}/_evctl"
  evctl completion fish > ~/.config/fish/completions/evctl.fish`,
		ValidArgs: shells,
		Args:      oneOf(shells),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			default:
				return root.GenBashCompletionV2(a.stdout, true)
			}
		},
	}
}
