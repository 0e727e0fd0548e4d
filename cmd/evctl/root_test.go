package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
)

func silentRoot() *cobra.Command {
	return newRoot(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard})
}

func eachCommand(t *testing.T, check func(t *testing.T, c *cobra.Command)) {
	root := silentRoot()
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		t.Run(c.CommandPath(), func(t *testing.T) { check(t, c) })
		for _, below := range c.Commands() {
			walk(below)
		}
	}
	walk(root)
}

// Each example is a command line that parses: the command exists, takes the
// arguments and has the flags.
func TestExamplesParse(t *testing.T) {
	eachCommand(t, func(t *testing.T, c *cobra.Command) {
		if c.Short == "" || c.Runnable() && c.Example == "" {
			t.Error("want a summary and an example")
		}
		for line := range strings.Lines(c.Example) {
			line, _, _ = strings.Cut(line, " #")
			_, line, ok := strings.Cut(line, "evctl ")
			if !ok {
				t.Errorf("%q runs no evctl", line)
			}
			root := silentRoot() // flags stay set
			found, rest, err := root.Find(words(line))
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
	eachCommand(t, func(t *testing.T, c *cobra.Command) {
		for _, id := range rule.FindAllString(c.Example+c.Long, -1) {
			if _, ok := ci.FindRule(id); !ok {
				t.Errorf("%s is no rule", id)
			}
		}
	})
}
