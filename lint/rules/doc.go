// Package rules holds what can be wrong with code that writes state and
// publishes events: one rule a file, with its check and the archive that tests
// it. Package lint runs the checks; [All] lists the rules for explain, the
// pages and the reports, [Checks] what judges each of them.
package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

//go:generate go run ../../internal/rulegen

// A Check reports what a rule finds in a program, with how sure it is. It
// reports each place once, in any order.
type Check func(p *link.Program, report func(evctl.Finding, link.Confidence))
