package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/internal/suggest"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func alternatives(names []string) string { return strings.Join(names, "|") }

// oneOf allows the given words as arguments.
func oneOf(names []string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		for _, arg := range args {
			if !slices.Contains(names, arg) {
				return fmt.Errorf("unknown %q%s", arg, suggest.Hint(arg, names))
			}
		}
		return nil
	}
}
