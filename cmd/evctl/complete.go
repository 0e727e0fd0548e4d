package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/contracts/exceptions"
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
	var words []string
	a.eachSubject(cmd.Context(), func(registry, subject string, versions []*evctl.Schema) {
		for _, v := range versions {
			words = append(words, evctl.SchemaRef{Registry: registry, Subject: subject, Version: v.Version}.String())
		}
	})
	return words, cobra.ShellCompDirectiveDefault
}

// completeSubjects proposes the first argument.
func (a *app) completeSubjects(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if len(args) == 0 {
		a.eachSubject(cmd.Context(), func(_, subject string, _ []*evctl.Schema) { words = append(words, subject) })
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// eachSubject visits the registry in the work tree. What cannot be read is left
// out: a completion is no place for errors.
func (a *app) eachSubject(ctx context.Context, visit func(registry, subject string, versions []*evctl.Schema)) {
	conf, err := a.load()
	if err != nil {
		return
	}
	registry, closing, err := ci.OpenRegistry(ctx, conf)
	if err != nil {
		return
	}
	defer closing()
	for _, subject := range registry.Subjects() {
		if versions, err := registry.Versions(ctx, subject); err == nil {
			visit(conf.Registry.Name, subject, versions)
		}
	}
}

// completePending proposes the exceptions that wait for a decision.
func (a *app) completePending(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if conf, err := a.load(); err == nil {
		if file, err := readExceptions(conf); err == nil {
			for _, e := range file.Exceptions {
				if e.Decision == exceptions.Pending {
					words = append(words, e.ID+"\t"+e.Reason)
				}
			}
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
