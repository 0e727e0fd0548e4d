package main

import (
	"context"
	"errors"
	"fmt"
)

// Exit codes; `evctl help exit-codes` explains them.
const (
	exitClean       = 0
	exitFindings    = 1
	exitUsage       = 2
	exitNotRun      = 3
	exitInterrupted = 130
)

// errFindings ends a command whose report has said it all.
var errFindings = errors.New("there are findings")

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
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case ctx.Err() != nil:
		fmt.Fprintln(a.stderr, "evctl: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(a.stderr, "evctl:", err)
	var hinted interface{ Hints() []string }
	if errors.As(err, &hinted) {
		for _, hint := range hinted.Hints() {
			fmt.Fprintln(a.stderr, "  hint:", hint)
		}
	}
	var mistake *usageError
	if !a.started || errors.As(err, &mistake) {
		return exitUsage
	}
	return exitNotRun
}
