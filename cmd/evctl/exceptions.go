package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/exceptions"
)

func newExceptions(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "exceptions",
		Short:   "Filed, decided and expiring waivers of findings",
		Example: "  evctl exceptions ls --due\n  evctl exceptions add 7c1f0a9be2d4 --reason 'nobody reads it, see PAY-812' --owner @payments",
		Args:    noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newExceptionsList(a), newExceptionsAdd(a), newExceptionsDecide(a), newExceptionsPrune(a))
	return c
}

func newExceptionsList(a *app) *cobra.Command {
	due := false
	c := &cobra.Command{
		Use:   "ls",
		Short: "List the exceptions and when they end",
		Long: `List the exceptions. With --due only those that somebody must act upon: pending for
more than five business days, expired, or expiring within 14 days.`,
		Example: "  evctl exceptions ls\n  evctl exceptions ls --due",
		Args:    takes(0, 0),
		RunE:    func(*cobra.Command, []string) error { return a.exceptionsList(due) },
	}
	c.Flags().BoolVar(&due, "due", false, "those alone that somebody must act upon")
	return c
}

func (a *app) exceptionsList(due bool) error {
	conf, err := a.load()
	if err != nil {
		return err
	}
	file, err := readExceptions(conf)
	if err != nil {
		return err
	}
	calendar, err := ci.Calendar(conf, os.DirFS(conf.Root))
	if err != nil {
		return err
	}
	rows, none := file.List(time.Now(), calendar), "no exceptions"
	if due {
		none = "nothing is due"
		rows = slices.DeleteFunc(rows, func(r exceptions.Row) bool { return !r.NeedsAction() })
	}
	if len(rows) == 0 {
		fmt.Fprintln(a.stderr, none)
	}
	return a.printExceptions(rows, file.Faults())
}

// exceptionsFile is where the exceptions are.
func exceptionsFile(conf *config.Config) string {
	return filepath.Join(conf.Root, filepath.FromSlash(conf.Exceptions.File))
}

// readExceptions reads the exceptions file; one that does not exist is empty.
func readExceptions(conf *config.Config) (*exceptions.File, error) {
	text, err := os.ReadFile(exceptionsFile(conf))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &usageError{err: fmt.Errorf("read %s: %w", conf.Exceptions.File, cause(err))}
	}
	file, err := exceptions.Parse(conf.Exceptions.File, text, resolveRule)
	if err != nil {
		return nil, &usageError{err: err}
	}
	return file, nil
}

func (a *app) printExceptions(rows []exceptions.Row, faults []evctl.Finding) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	if len(rows) > 0 {
		fmt.Fprintln(w, "ID\tSTATE\tRULES\tMATCHES\tOWNER\tNEXT")
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", row.ID, row.State, strings.Join(row.Rules, ","), matches(row.Match), row.Owner, next(row))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Fprintf(a.stderr, "%s: %s: %s\n", f.Position, f.Severity, f.Message)
	}
	if len(faults) > 0 {
		return errFindings
	}
	return nil
}

func matches(m exceptions.Match) string {
	words := []string{m.Fingerprint, m.Service, strings.Join(m.Operations, ","), m.Subject, m.Path}
	var given []string
	for _, word := range words {
		if word != "" {
			given = append(given, word)
		}
	}
	return strings.Join(given, " ")
}

// next says what happens to an exception next, and when.
func next(row exceptions.Row) string {
	due, expires := row.Due.Format(time.DateOnly), row.ExpiresAt.Format(time.DateOnly)
	switch {
	case row.State == string(exceptions.Pending) && row.Overdue():
		return "decision was due " + due
	case row.State == string(exceptions.Pending):
		return "decision due " + due
	case row.State == string(exceptions.Approved):
		return fmt.Sprintf("expires %s, in %d days", expires, row.DaysLeft)
	case row.State == exceptions.Expired:
		return "expired " + expires
	case row.State == exceptions.Closed:
		return "closed " + row.ClosedAt.Format(time.DateOnly)
	}
	return ""
}
