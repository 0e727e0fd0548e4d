package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/contracts/exceptions"
)

type decideFlags struct {
	approve, deny     bool
	approver, expires string
}

func newExceptionsDecide(a *app) *cobra.Command {
	var f decideFlags
	c := &cobra.Command{
		Use:   "decide ID",
		Short: "Approve or deny a pending exception",
		Long: `Write a decision about the pending exception ID into the exceptions file. An
approval counts once it is on the base branch, if its approver is in
org.approvers there and is not the owner. Without --expires it runs as long as
an exception may: to the end of the second calendar quarter after today's.`,
		Example: `  evctl exceptions decide EX-2026-014 --approve --approver @platform --expires 2027-03-31
  evctl exceptions decide EX-2026-014 --deny --approver @platform`,
		Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.exceptionsDecide(args[0], f) },
	}
	c.ValidArgsFunction = a.completePending
	c.Flags().BoolVar(&f.approve, "approve", false, "let the finding stay until the last day")
	c.Flags().BoolVar(&f.deny, "deny", false, "do not")
	c.Flags().StringVar(&f.approver, "approver", "", "who decides; one of org.approvers, and not the owner")
	c.Flags().StringVar(&f.expires, "expires", "", "the last `DAY` of an approval, YYYY-MM-DD")
	return c
}

func (a *app) exceptionsDecide(id string, f decideFlags) error {
	if f.approve == f.deny || f.approver == "" || f.deny && f.expires != "" {
		return usage("evctl exceptions decide "+id+" --approve --approver @team [--expires DAY], or --deny --approver @team", "a decision is --approve or --deny, by an --approver")
	}
	ruling := exceptions.Ruling{Decision: exceptions.Denied, Approver: f.approver}
	if f.approve {
		ruling.Decision = exceptions.Approved
	}
	if f.expires != "" {
		day, err := time.Parse(time.DateOnly, f.expires)
		if err != nil {
			return usage("--expires 2027-03-31", "--expires: %q is no day", f.expires)
		}
		ruling.ExpiresAt = day
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	ruling.Approvers = conf.Org.Approvers
	e, err := exceptions.Decide(exceptionsFile(conf), id, ruling, time.Now(), resolveRule)
	if err != nil {
		return &usageError{err: fmt.Errorf("%s: %w", conf.Exceptions.File, cause(err))}
	}
	if e.Decision == exceptions.Denied {
		fmt.Fprintf(a.stdout, "%s is denied by %s\n", e.ID, e.Approver)
		return nil
	}
	fmt.Fprintf(a.stdout, "%s is approved by %s until %s; it counts once it is on the base branch\n", e.ID, e.Approver, e.ExpiresAt.Format(time.DateOnly))
	return nil
}
