package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/contracts/exceptions"
)

func newExceptionsAdd(a *app) *cobra.Command {
	var f exceptions.Filing
	c := &cobra.Command{
		Use:   "add ID",
		Short: "File an exception for one finding; it waives nothing until it is approved",
		Long: `File an exception for the finding with the fingerprint ID. It is pending until an
approver sets decision, decided_at, approver and expires_at in the file.`,
		Example: `  evctl exceptions add 7c1f0a9be2d4 --reason "nobody has read legacy_id since May" --owner @payments --url https://tracker.example.com/PAY-812`,
		Args:    takes(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.exceptionsAdd(cmd.Context(), args[0], f) },
	}
	c.Flags().StringVar(&f.Reason, "reason", "", "why the finding may stay for a while")
	c.Flags().StringVar(&f.Owner, "owner", "", "who asks, and pays the debt back")
	c.Flags().StringVar(&f.URL, "url", "", "where it was discussed")
	return c
}

func (a *app) exceptionsAdd(ctx context.Context, id string, filing exceptions.Filing) error {
	if filing.Reason == "" || filing.Owner == "" {
		return usage("evctl exceptions add "+id+` --reason "…" --owner @team`, "an exception needs a reason and an owner")
	}
	if !isFingerprint(id) {
		return usage("evctl check -v shows the fingerprint of each finding", "%q is no fingerprint: want 12 hex digits", id)
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	found, _, err := a.findFinding(ctx, id)
	if err != nil {
		return err
	}
	filing.Rules, filing.Match = []string{found.Rule}, exceptions.Match{Fingerprint: id}
	file := filepath.Join(conf.Root, filepath.FromSlash(conf.Exceptions.File))
	name, err := exceptions.Add(file, filing, time.Now(), resolveRule)
	if err != nil {
		return &usageError{err: err}
	}
	fmt.Fprintf(a.stdout, "%s is filed in %s, pending\n", name, conf.Exceptions.File)
	return nil
}
