package compat

import (
	"slices"

	"github.com/evctl/evctl"
)

// A merger joins what the comparisons with several versions, oldest first,
// have found about one new version.
type merger struct {
	new      *evctl.Schema
	verdict  evctl.Verdict
	findings []evctl.Finding
	index    map[findingKey]int // into findings
}

// findingKey says when two findings are one fact.
type findingKey struct {
	id        string
	direction evctl.Direction
	file      string // tells an old version that does not parse from the new one
}

func newMerger(new *evctl.Schema) *merger {
	return &merger{new: new, verdict: evctl.Compatible, index: map[findingKey]int{}}
}

func (m *merger) add(old *evctl.Schema, j evctl.Judgement) {
	if weight(j.Verdict) > weight(m.verdict) {
		m.verdict = j.Verdict
	}
	m.addFindings(old, j.Findings)
}

// weight orders verdicts from best to worst.
func weight(v evctl.Verdict) int {
	return slices.Index([]evctl.Verdict{evctl.Compatible, evctl.Undecided, evctl.Incompatible, evctl.Invalid}, v)
}

// addFindings takes over the newest version's wording, place and witness for a
// fact already known, and adds the version to those that it breaks.
func (m *merger) addFindings(old *evctl.Schema, findings []evctl.Finding) {
	for _, f := range findings {
		m.complete(&f, old)
		key := findingKey{f.ID(), f.Direction, f.Position.File}
		i, known := m.index[key]
		if !known {
			m.index[key] = len(m.findings)
			m.findings = append(m.findings, f)
			continue
		}
		for _, v := range m.findings[i].Breaks {
			if !slices.Contains(f.Breaks, v) {
				f.Breaks = append(f.Breaks, v)
			}
		}
		slices.Sort(f.Breaks)
		m.findings[i] = f
	}
}

// complete fills in what engines, which know two texts and no registry, leave open.
func (m *merger) complete(f *evctl.Finding, old *evctl.Schema) {
	if f.Subject == "" {
		f.Subject = m.new.Subject
	}
	if f.Position.File == "" {
		f.Position.File = m.new.File
	}
	if f.Old != nil {
		from := *f.Old
		from.Version = old.Version
		f.Old = &from
	}
	if f.Direction != "" && old.Version > 0 {
		f.Breaks = []int{old.Version}
	}
}

func (m *merger) judgement() evctl.Judgement {
	nameReplaced(m.findings)
	findings := joinDirections(m.findings)
	evctl.SortFindings(findings)
	return evctl.Judgement{Verdict: m.verdict, Findings: findings}
}
