// Package golangci makes evctl's lint rules a linter of golangci-lint, by its
// module plugin system: name this module in .custom-gcl.yml, run `golangci-lint
// custom`, and enable the linter evctl in .golangci.yml. docs/guides/lint.md
// shows both files.
//
// It judges one package at a time and sees what this imports, as `go vet
// -vettool=evctl` does. Exceptions and the baseline are evctl lint's; what is to
// be passed over here is said by golangci-lint's own means. It is a module of its
// own because a plugin registers itself in func init.
package golangci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/rules"
)

func init() { register.Plugin("evctl", New) }

// Settings are what .golangci.yml says of the linter.
type Settings struct {
	MinConfidence string   `json:"min-confidence"` // high, medium or low; medium if empty
	Disable       []string `json:"disable"`        // rules, such as lint/dual-write or dual-write
	Sinks         []Sink   `json:"sinks"`          // as lint.sinks in evctl.yaml
}

// A Sink says what a function does that the catalogue does not know.
type Sink struct {
	Match  string                    `json:"match"`
	Effect string                    `json:"effect"`
	Args   map[catalog.Role]argument `json:"args"`
}

// An argument is a number or recv, which JSON writes in two ways.
type argument struct{ catalog.Argument }

func (a *argument) UnmarshalJSON(text []byte) error {
	return a.UnmarshalText([]byte(strings.Trim(string(text), `"`)))
}

// New returns the linter with the settings that golangci-lint hands over. An
// error says which of them means nothing.
func New(raw any) (register.LinterPlugin, error) {
	settings, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("evctl: %w", err)
	}
	l := &linter{least: link.Medium}
	for _, read := range []func(Settings) error{l.confidence, l.disable, l.sinks} {
		if err := read(settings); err != nil {
			return nil, fmt.Errorf("evctl: %w", err)
		}
	}
	return l, nil
}

type linter struct {
	least    link.Confidence
	disabled []string // ids of rules
	entries  []catalog.Entry
}

func (l *linter) confidence(s Settings) error {
	for _, c := range []link.Confidence{link.Low, link.Medium, link.High} {
		if c.String() == s.MinConfidence {
			l.least = c
			return nil
		}
	}
	if s.MinConfidence != "" {
		return fmt.Errorf("min-confidence is %q, want high, medium or low", s.MinConfidence)
	}
	return nil
}

func (l *linter) disable(s Settings) error {
	for _, name := range s.Disable {
		id := "lint/" + strings.TrimPrefix(name, "lint/")
		if !slices.ContainsFunc(rules.All(), func(r evctl.Rule) bool { return r.ID == id }) {
			return fmt.Errorf("disable names %q, which is no rule", name)
		}
		l.disabled = append(l.disabled, id)
	}
	return nil
}

func (l *linter) sinks(s Settings) error {
	for _, sink := range s.Sinks {
		args := map[catalog.Role]catalog.Argument{}
		for role, a := range sink.Args {
			args[role] = a.Argument
		}
		entry, err := catalog.Sink{Match: sink.Match, Effect: sink.Effect, Args: args}.Entry()
		if err != nil {
			return fmt.Errorf("sinks: %w", err)
		}
		l.entries = append(l.entries, entry)
	}
	return nil
}

// GetLoadMode asks for types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the one analyzer that runs all rules.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{{
		Name: "evctl", Doc: "judges code that writes state and publishes events",
		URL: "https://github.com/evctl/evctl/blob/main/docs/guides/lint.md",
		Run: l.run, FactTypes: []analysis.Fact{new(summary)},
	}}, nil
}
