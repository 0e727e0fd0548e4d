package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/contracts/exceptions"
	exceptionrules "github.com/evctl/evctl/contracts/exceptions/rules"
)

func newExceptionsPrune(a *app) *cobra.Command {
	remove := false
	c := &cobra.Command{
		Use:   "prune",
		Short: "Close the exceptions that expired or match nothing any more",
		Long: `Close the exceptions that have expired, and those that match no finding of a run
over everything. With --remove they leave the file, as do denied and closed
ones; a comment with the id stays, so that no id is given twice. Comments and
other entries stay as they are.`,
		Example: "  evctl exceptions prune\n  evctl exceptions prune --remove",
		Args:    takes(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.exceptionsPrune(cmd.Context(), remove) },
	}
	c.Flags().BoolVar(&remove, "remove", false, "take them out of the file")
	return c
}

func (a *app) exceptionsPrune(ctx context.Context, remove bool) error {
	conf, err := a.load()
	if err != nil {
		return err
	}
	now := time.Now()
	done := a.progress("checking")
	r, err := ci.Run(ctx, ci.Options{Config: conf, All: true, Now: now, Tool: tool()})
	done()
	if err != nil {
		return err
	}
	unused := map[string]bool{}
	for _, f := range r.Findings {
		if f.Rule == exceptionrules.Unused.ID {
			unused[f.Subject] = true
		}
	}
	prune := exceptions.Close
	if remove {
		prune = exceptions.Remove
	}
	pruned, err := prune(exceptionsFile(conf), unused, now, resolveRule)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &usageError{err: fmt.Errorf("%s: %w", conf.Exceptions.File, cause(err))}
	}
	for _, p := range pruned {
		what := "closed"
		if p.Removed {
			what = "removed"
		}
		fmt.Fprintf(a.stdout, "%s %s: %s\n", what, p.ID, p.Why)
	}
	if len(pruned) == 0 {
		fmt.Fprintln(a.stderr, "nothing to prune")
	}
	return nil
}
