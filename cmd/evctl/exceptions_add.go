package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/exceptions"
)

func newExceptionsAdd(a *app) *cobra.Command {
	var f exceptions.Filing
	c := &cobra.Command{
		Use:   "add [ID]",
		Short: "File an exception for one finding; it waives nothing until it is approved",
		Long: `File an exception for the finding with the fingerprint ID. It is pending until an
approver decides (evctl exceptions decide). With --renews it follows an approved
exception, and is about the same as that one; a date that was approved does not
move.`,
		Example: `  evctl exceptions add 7c1f0a9be2d4 --reason "nobody has read legacy_id since May" --owner @payments --url https://tracker.example.com/PAY-812
  evctl exceptions add --renews EX-2026-014 --reason "the partner moves in May" --owner @payments`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.exceptionsAdd(cmd.Context(), args, f) },
	}
	c.Flags().StringVar(&f.Reason, "reason", "", "why the finding may stay for a while")
	c.Flags().StringVar(&f.Owner, "owner", "", "who asks, and pays the debt back")
	c.Flags().StringVar(&f.URL, "url", "", "where it was discussed")
	c.Flags().StringVar(&f.Renews, "renews", "", "the `EXCEPTION` that this one follows, in place of ID")
	return c
}

func (a *app) exceptionsAdd(ctx context.Context, args []string, filing exceptions.Filing) error {
	if (len(args) == 0) == (filing.Renews == "") {
		return usage("evctl check -v shows the fingerprint of each finding", "an exception is about a finding, or renews another one")
	}
	if filing.Reason == "" || filing.Owner == "" {
		return usage(`--reason "…" --owner @team`, "an exception needs a reason and an owner")
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	if filing.Renews != "" {
		filing, err = renewal(conf, filing)
	} else {
		filing, err = a.about(ctx, args[0], filing)
	}
	if err != nil {
		return err
	}
	name, err := exceptions.Add(exceptionsFile(conf), filing, time.Now(), resolveRule)
	if err != nil {
		return &usageError{err: err}
	}
	fmt.Fprintf(a.stdout, "%s is filed in %s, pending\n", name, conf.Exceptions.File)
	return nil
}

// about fills a filing with the finding that has a fingerprint.
func (a *app) about(ctx context.Context, id string, filing exceptions.Filing) (exceptions.Filing, error) {
	if !isFingerprint(id) {
		return filing, usage("evctl check -v shows the fingerprint of each finding", "%q is no fingerprint: want 12 hex digits", id)
	}
	found, _, err := a.findFinding(ctx, id)
	filing.Rules, filing.Match = []string{found.Rule}, exceptions.Match{Fingerprint: id}
	return filing, err
}

// renewal fills a filing with what the exception that it renews is about.
func renewal(conf *config.Config, filing exceptions.Filing) (exceptions.Filing, error) {
	file, err := readExceptions(conf)
	if err != nil {
		return filing, err
	}
	if filing, err = file.Renew(filing); err != nil {
		return filing, &usageError{err: err}
	}
	return filing, nil
}
