package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
)

// exitInterrupted is the one exit code that package ci does not know.
const exitInterrupted = 130

// These end a command whose report has said it all.
var (
	errFindings = errors.New("there are findings")
	errInvalid  = errors.New("a schema is invalid")
)

// A usageError is the caller's mistake, with the way out.
type usageError struct {
	err   error
	hints []string
}

func (e *usageError) Error() string   { return e.err.Error() }
func (e *usageError) Unwrap() error   { return e.err }
func (e *usageError) Hints() []string { return e.hints }

func usage(hint, format string, args ...any) error {
	return &usageError{err: fmt.Errorf(format, args...), hints: []string{hint}}
}

// exit prints an error with its hints and returns the code it stands for.
func (a *app) exit(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return ci.ExitClean
	case errors.Is(err, errFindings):
		return ci.ExitFindings
	case errors.Is(err, errInvalid):
		return ci.ExitUsage
	case ctx.Err() != nil:
		fmt.Fprintln(a.stderr, "evctl: interrupted")
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("gave up after %s: %w", a.timeout, err)
	}
	a.complain(err)
	var mistake *usageError
	if !a.started || errors.As(err, &mistake) {
		return ci.ExitUsage
	}
	code := ci.ExitCode(report.Report{}, err, config.FailOn{})
	if code == ci.ExitNotRun {
		fmt.Fprintln(a.stderr, "  nothing was judged; this is not a pass")
	}
	return code
}

// complain prints an error, a line for each of those joined, and the way out.
func (a *app) complain(err error) {
	text := err.Error()
	var hints []string
	var hinted interface{ Hints() []string }
	if errors.As(err, &hinted) {
		hints = hinted.Hints()
	}
	var lacking *git.Error
	if errors.As(err, &lacking) && lacking.Hint != "" {
		text = strings.Replace(text, lacking.Error(), lacking.Message, 1)
		hints = append(hints, lacking.Hint)
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(a.stderr, "evctl:", line)
	}
	for _, hint := range slices.DeleteFunc(slices.Clone(hints), func(h string) bool { return h == "" }) {
		fmt.Fprintln(a.stderr, "  hint:", hint)
	}
}
