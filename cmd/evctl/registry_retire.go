package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/registry/dir"
)

func newRegistryRetire(a *app) *cobra.Command {
	var entry dir.Retirement
	c := &cobra.Command{
		Use:   "retire SUBJECT VERSION…",
		Short: "Take versions out of comparisons: nobody reads them any more",
		Long: `Add versions to the retired list of a subject's subject.yaml, so that new schemas
are no longer compared with them. evctl check judges whether they may go: no
contract lists them, and their events can no longer come; else it takes an
exception.`,
		Example: `  evctl registry retire order.paid 1 2 --reason "all consumers read 3" --evidence https://lag.example.com/order.paid
  evctl registry retire order.paid 1 --reason "partner moved" --exception EX-2026-014`,
		Args:              takes(2, unlimited),
		ValidArgsFunction: a.completeSubjects,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.registryRetire(cmd.Context(), args[0], args[1:], entry)
		},
	}
	c.Flags().StringVar(&entry.Reason, "reason", "", "why")
	c.Flags().StringVar(&entry.Evidence, "evidence", "", "what shows that nobody reads them")
	c.Flags().StringVar(&entry.Exception, "exception", "", "`ID` of the exception that allows it")
	return c
}

func (a *app) registryRetire(ctx context.Context, subject string, versions []string, entry dir.Retirement) error {
	for _, text := range versions {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return usage("want numbers such as 1 2", "%q is no version", text)
		}
		entry.Versions = append(entry.Versions, n)
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	registry, closing, err := ci.OpenRegistry(ctx, conf)
	if err != nil {
		return err
	}
	defer closing()
	file, err := dir.Retire(conf.Root, registry, subject, entry)
	if err != nil {
		return &usageError{err: fmt.Errorf("%w%s", err, suggest.Hint(subject, registry.Subjects()))}
	}
	fmt.Fprintln(a.stdout, file)
	return nil
}
