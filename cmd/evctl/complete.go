package main

import (
	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
)

// A completer proposes words for an argument or a flag.
type completer func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective)

func complete(c *cobra.Command, flag string, with completer) {
	if err := c.RegisterFlagCompletionFunc(flag, with); err != nil {
		panic(err) // the flag is not declared
	}
}

func fixed(words ...string) completer {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

func completeFamilies(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return append(ci.Families(), ruleWords()...), cobra.ShellCompDirectiveNoFileComp
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return ruleWords(), cobra.ShellCompDirectiveNoFileComp
}

// ruleWords are the ids of all rules, each with its summary.
func ruleWords() []string {
	var words []string
	for _, rule := range ci.Rules() {
		words = append(words, rule.ID+"\t"+rule.Summary())
	}
	return words
}

// completeRefs proposes the refs of the registry in the work tree, and files.
func (a *app) completeRefs(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	refs, err := a.refs(cmd.Context())
	if err != nil { // a completion that fails is no place for errors
		return nil, cobra.ShellCompDirectiveDefault
	}
	return refs, cobra.ShellCompDirectiveDefault
}
