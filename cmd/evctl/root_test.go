package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
)

func eachCommand(t *testing.T, check func(t *testing.T, root, c *cobra.Command)) {
	root := newRoot(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard})
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		t.Run(c.CommandPath(), func(t *testing.T) { check(t, root, c) })
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk(root)
}

// Each example is a command line that parses: the command exists, takes the
// arguments and has the flags.
func TestExamplesParse(t *testing.T) {
	eachCommand(t, func(t *testing.T, root, c *cobra.Command) {
		if c.Short == "" || c.Runnable() && c.Example == "" {
			t.Error("want a summary and an example")
		}
		for line := range strings.Lines(c.Example) {
			line, _, _ = strings.Cut(line, " #")
			_, line, ok := strings.Cut(line, "evctl ")
			if !ok {
				t.Errorf("%q runs no evctl", line)
			}
			args := words(line)
			found, rest, err := root.Find(args)
			if err != nil || found == root {
				t.Errorf("%q: no such command", line)
				continue
			}
			if err := found.ParseFlags(rest); err != nil {
				t.Errorf("%q: %v", line, err)
			}
			if err := found.ValidateArgs(found.Flags().Args()); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	})
}

// words splits a line as a shell would, up to a redirection.
func words(line string) []string {
	var out []string
	for _, word := range regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`).FindAllString(line, -1) {
		if word == ">" || word == "|" {
			break
		}
		out = append(out, strings.Trim(word, `"')`))
	}
	return out
}

func TestExamplesNameRulesThatExist(t *testing.T) {
	families := strings.Join(ci.Families(), "|")
	rule := regexp.MustCompile(`\b(?:` + families + `)/[a-z-]+\b`)
	eachCommand(t, func(t *testing.T, _, c *cobra.Command) {
		for _, id := range rule.FindAllString(c.Example+c.Long, -1) {
			if _, ok := ci.FindRule(id); !ok {
				t.Errorf("%s is no rule", id)
			}
		}
	})
}
