package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/exceptions"
)

func newExceptions(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "exceptions",
		Short:   "Filed, decided and expiring waivers of findings",
		Example: "  evctl exceptions ls\n  evctl exceptions add 7c1f0a9be2d4 --reason 'nobody reads it, see PAY-812' --owner @payments",
		Args:    noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newExceptionsList(a), newExceptionsAdd(a))
	return c
}

func newExceptionsList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Short:   "List the exceptions and when they end",
		Example: "  evctl exceptions ls",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			conf, err := a.load()
			if err != nil {
				return err
			}
			file, err := readExceptions(conf)
			if err != nil {
				return err
			}
			return a.printExceptions(file)
		},
	}
}

// readExceptions reads the exceptions file; one that does not exist is empty.
func readExceptions(conf *config.Config) (*exceptions.File, error) {
	text, err := os.ReadFile(filepath.Join(conf.Root, filepath.FromSlash(conf.Exceptions.File)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &usageError{err: fmt.Errorf("read %s: %w", conf.Exceptions.File, cause(err))}
	}
	file, err := exceptions.Parse(conf.Exceptions.File, text, resolveRule)
	if err != nil {
		return nil, &usageError{err: err}
	}
	return file, nil
}

func (a *app) printExceptions(file *exceptions.File) error {
	rows := file.List(time.Now(), exceptions.Calendar{})
	if len(rows) == 0 {
		fmt.Fprintln(a.stderr, "no exceptions")
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	if len(rows) > 0 {
		fmt.Fprintln(w, "ID\tSTATE\tRULES\tMATCHES\tOWNER\tEXPIRES")
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", row.ID, row.State, strings.Join(row.Rules, ","), matches(row.Match), row.Owner, ends(row))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, f := range file.Faults() {
		fmt.Fprintf(a.stderr, "%s: %s: %s\n", f.Position, f.Severity, f.Message)
	}
	if len(file.Faults()) > 0 {
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

func ends(row exceptions.Row) string {
	switch {
	case row.ExpiresAt.IsZero():
		return ""
	case row.State != string(exceptions.Approved):
		return row.ExpiresAt.Format(time.DateOnly)
	}
	return fmt.Sprintf("%s, in %d days", row.ExpiresAt.Format(time.DateOnly), row.DaysLeft)
}
