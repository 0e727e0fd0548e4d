package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/evctl/evctl/internal/git"
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

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

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
	a.complain(err)
	var mistake *usageError
	if !a.started || errors.As(err, &mistake) {
		return exitUsage
	}
	return exitNotRun
}

// complain prints an error, a line for each of those joined, and the way out.
func (a *app) complain(err error) {
	text := err.Error()
	var hints []string
	var mistake *usageError
	if errors.As(err, &mistake) {
		hints = mistake.hints
	}
	var lacking *git.Error
	if errors.As(err, &lacking) && lacking.Hint != "" {
		text = strings.Replace(text, lacking.Error(), lacking.Message, 1)
		hints = append(hints, lacking.Hint)
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(a.stderr, "evctl:", line)
	}
	for _, hint := range hints {
		fmt.Fprintln(a.stderr, "  hint:", hint)
	}
}
