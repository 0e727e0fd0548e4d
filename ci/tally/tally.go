// Package tally counts what a bulk validation judged: events by type and version,
// findings by rule, and both over time. It shows them as a table, as JSON, or as a
// page with plots.
//
// Have [Tally.Event] told of each event, then call Table, JSON or HTML.
package tally

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// A Tally counts events by type and version, and findings by rule. It is safe
// for concurrent use. The zero value is ready.
type Tally struct {
	Times bool // count over time, too: HTML shows it. Set before the first event

	mu    sync.Mutex
	kinds map[kind]*KindCount
	rules map[string]*ruleCount
	times timeline
}

// A kind is what a tally counts events by.
type kind struct {
	subject string
	version int
}

// KindCount counts the events of one type and version. Type is empty for events
// that name no legal type, and for those beyond the 1,000 kinds that are told
// apart; Version is 0 for those that name none.
type KindCount struct {
	Type    string `json:"type"`
	Version int    `json:"version"`
	Events  int    `json:"events"`
	Invalid int    `json:"invalid"`
}

// RuleCount counts the findings of one rule.
type RuleCount struct {
	Rule     string `json:"rule"`
	Findings int    `json:"findings"`
}

type ruleCount struct {
	findings int
	severity evctl.Severity
}

// maxKinds bounds what a tally holds: events choose their types.
const maxKinds = 1000

// Event counts an event and its findings.
func (t *Tally) Event(e envelope.Judged) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kind(e.Ref).add(e.Invalid)
	for _, f := range e.Findings {
		t.rule(f).findings++
	}
	if t.Times {
		t.times.add(e)
	}
}

func (t *Tally) kind(ref evctl.SchemaRef) *KindCount {
	k := kind{ref.Subject, ref.Version}
	if ref.Subject == "" || t.kinds[k] == nil && len(t.kinds) >= maxKinds {
		k = kind{}
	}
	if t.kinds == nil {
		t.kinds = map[kind]*KindCount{}
	}
	if t.kinds[k] == nil {
		t.kinds[k] = &KindCount{Type: k.subject, Version: k.version}
	}
	return t.kinds[k]
}

func (c *KindCount) add(invalid bool) {
	c.Events++
	if invalid {
		c.Invalid++
	}
}

// rule returns the count of a finding's rule. Rules are evctl's own, a few dozen.
func (t *Tally) rule(f evctl.Finding) *ruleCount {
	if t.rules == nil {
		t.rules = map[string]*ruleCount{}
	}
	if t.rules[f.Rule] == nil {
		t.rules[f.Rule] = &ruleCount{severity: f.Severity}
	}
	return t.rules[f.Rule]
}

// Kinds lists the events by type and version, sorted.
func (t *Tally) Kinds() []KindCount {
	kinds := []KindCount{}
	for _, k := range t.kinds {
		kinds = append(kinds, *k)
	}
	slices.SortFunc(kinds, func(a, b KindCount) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Version, b.Version))
	})
	return kinds
}

// Rules lists the findings by rule, sorted.
func (t *Tally) Rules() []RuleCount {
	rules := []RuleCount{}
	for _, id := range slices.Sorted(maps.Keys(t.rules)) {
		rules = append(rules, RuleCount{id, t.rules[id].findings})
	}
	return rules
}
