package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/internal/suggest"
)

func alternatives(names []string) string { return strings.Join(names, "|") }

// unlimited is for commands that take as many arguments as there are.
const unlimited = math.MaxInt

// takes allows from least to most arguments.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if n := len(args); n < least || n > most {
			return usage("usage: "+cmd.UseLine(), "%s takes %s, got %d", cmd.CommandPath(), amount(least, most), n)
		}
		return nil
	}
}

func amount(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case most == unlimited:
		return fmt.Sprintf("%d or more arguments", least)
	case least == 0 && most == 1:
		return "at most one argument"
	case least != most:
		return fmt.Sprintf("%d to %d arguments", least, most)
	case most == 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", most)
}

// oneOf takes one argument, one of the given words.
func oneOf(names []string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := takes(1, 1)(cmd, args); err != nil {
			return err
		}
		if !slices.Contains(names, args[0]) {
			return usage("usage: "+cmd.UseLine(), "unknown %q%s", args[0], suggest.Hint(args[0], names))
		}
		return nil
	}
}
