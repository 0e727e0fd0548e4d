package ci

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"text/tabwriter"

	"github.com/evctl/evctl"
)

// A Tally counts events by type and version, and findings by rule. It is safe
// for concurrent use. The zero value is ready.
type Tally struct {
	mu    sync.Mutex
	kinds map[kind]*KindCount
	rules map[string]int
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

// maxKinds bounds what a tally holds: events choose their types.
const maxKinds = 1000

func (t *Tally) event(ref evctl.SchemaRef, invalid bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kinds == nil {
		t.kinds = map[kind]*KindCount{}
	}
	k := kind{ref.Subject, ref.Version}
	if ref.Subject == "" || t.kinds[k] == nil && len(t.kinds) >= maxKinds {
		k = kind{}
	}
	count := t.kinds[k]
	if count == nil {
		count = &KindCount{Type: k.subject, Version: k.version}
		t.kinds[k] = count
	}
	count.Events++
	if invalid {
		count.Invalid++
	}
}

func (t *Tally) finding(f evctl.Finding) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rules == nil {
		t.rules = map[string]int{}
	}
	t.rules[f.Rule]++
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
		rules = append(rules, RuleCount{id, t.rules[id]})
	}
	return rules
}

// JSON writes the tally as one document with the members types and rules.
func (t *Tally) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]any{"types": t.Kinds(), "rules": t.Rules()})
}

// Table writes the tally as two tables for people.
func (t *Tally) Table(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "type\tversion\tevents\tinvalid")
	for _, k := range t.Kinds() {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", cmp.Or(k.Type, "(other)"), versionText(k.Version), k.Events, k.Invalid)
	}
	if rules := t.Rules(); len(rules) > 0 {
		fmt.Fprintln(table, "\nrule\tfindings")
		for _, r := range rules {
			fmt.Fprintf(table, "%s\t%d\n", r.Rule, r.Findings)
		}
	}
	return table.Flush()
}

func versionText(version int) string {
	if version == 0 {
		return "-"
	}
	return fmt.Sprint(version)
}
