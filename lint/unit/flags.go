package unit

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/evctl/evctl/lint/rules"
)

// A selection is what the flags of the rules say, as those of go vet's own
// checks do: if one is on, all that are not named are off.
type selection map[string]bool

func (s selection) has(rule string) bool {
	on, named := s[rule]
	if named {
		return on
	}
	for _, on := range s {
		if on {
			return false
		}
	}
	return true
}

// flagOf names the flag of a rule.
func flagOf(rule string) string { return strings.TrimPrefix(rule, "lint/") }

// define declares a flag for each rule.
func (s selection) define(flags *flag.FlagSet) {
	for _, rule := range rules.All() {
		flags.BoolFunc(flagOf(rule.ID), "", func(text string) error {
			on, err := strconv.ParseBool(text)
			s[rule.ID] = on
			return err
		})
	}
}

// printFlags tells the go command which flags there are.
func printFlags(w io.Writer) error {
	type description struct {
		Name  string
		Bool  bool
		Usage string
	}
	all := []description{{"json", true, "print findings as JSON"}}
	for _, rule := range rules.All() {
		all = append(all, description{flagOf(rule.ID), true, "report " + rule.ID + ": " + rule.Summary()})
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
