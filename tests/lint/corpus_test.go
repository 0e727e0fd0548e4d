//go:build corpus

// Package lint_test measures evctl lint against labelled functions of public
// repositories: how many that must be reported are, how many that must not be
// are, and what a run costs. EVCTL_LINT_CORPUS says where the repositories are,
// EVCTL_LINT_ONLY a part of the name of those to look at, EVCTL_BIN which evctl
// to run; EVCTL_LINT_PEERS=1 sets it against go vet and staticcheck.
package lint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// levels of confidence, in falling order; a threshold keeps all up to it.
var levels = []string{"high", "medium", "low"}

func atLeast(findings []finding, level string) []finding {
	kept := levels[:slices.Index(levels, level)+1]
	return slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return !slices.Contains(kept, f.Confidence) })
}

func TestCorpusLint(t *testing.T) {
	checkouts := os.Getenv("EVCTL_LINT_CORPUS")
	if checkouts == "" {
		checkouts = "/tmp/lintcorpus"
	}
	labels := readLabels(t, checkouts)
	bin := build(t)
	modules := map[string][]*label{}
	var order []string
	for _, l := range labels {
		at := filepath.Join(l.folder(), l.module)
		if modules[at] == nil {
			order = append(order, at)
		}
		modules[at] = append(modules[at], l)
	}
	slices.Sort(order)
	found := map[*label][]finding{}
	for _, at := range order {
		group := modules[at]
		root, module := filepath.Join(checkouts, group[0].folder()), group[0].module
		r, err := lint(bin, root, module, []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + goCache(t)})
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		t.Logf("%-90s %s %v %s", at, r.cost, r.Counts, r.Note)
		for _, l := range group {
			found[l] = l.about(r.Findings)
		}
		if os.Getenv("EVCTL_LINT_PEERS") != "" {
			comparePeers(t, bin, filepath.Join(root, module), r)
		}
	}
	t.Log("\n" + reportTable(labels, found) + reportMisses(labels, found))
}

// hits reports whether a finding of the label's own rule is among them.
func (l *label) hits(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool { return f.Rule == ruleOf[l.Kind] })
}

// isPair reports whether the label's kind is one of two that differ by whether
// a transaction is open around the publish.
func (l *label) isPair() bool { return l.Kind == "dual-write" || l.Kind == "publish-in-tx" }

// hitsPair also takes the other rule of the pair for a hit.
func (l *label) hitsPair(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool { return f.Rule == "lint/dual-write" || f.Rule == "lint/publish-in-tx" })
}

// wrong returns the findings on a function that must not be reported, without
// those that another label of the function asks for or leaves open.
func (l *label) wrong(findings []finding, labels []*label) []finding {
	others := l.sameFunction(labels)
	return slices.DeleteFunc(slices.Clone(findings), func(f finding) bool {
		return slices.ContainsFunc(others, func(o *label) bool { return o.Verdict != "must-not-report" && ruleOf[o.Kind] == f.Rule })
	})
}

// reportTable counts, for each kind and for the pools that have a figure to
// reach, what is reported at each confidence and above.
func reportTable(labels []*label, found map[*label][]finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-36s %s\n%-36s %s\n", "hits or findings at high of all,", "must be reported             must not be                  debatable",
		"then at medium and low; medium in %", "")
	row := func(name string, in func(*label) bool, hits func(*label, []finding) bool) {
		count := map[string]int{}
		for _, l := range labels {
			if !in(l) {
				continue
			}
			count[l.Verdict]++
			for _, level := range levels {
				at := atLeast(found[l], level)
				if l.Verdict == "must-report" && hits(l, at) || l.Verdict == "must-not-report" && len(l.wrong(at, labels)) > 0 || l.Verdict == "debatable" && len(at) > 0 {
					count[l.Verdict+" "+level]++
				}
			}
		}
		fmt.Fprintf(&b, "%-36s", name)
		for _, verdict := range []string{"must-report", "must-not-report"} {
			n := count[verdict]
			fmt.Fprintf(&b, " %3d of %3d, %3d, %3d %s   ", count[verdict+" high"], n, count[verdict+" medium"], count[verdict+" low"], share(count[verdict+" medium"], n))
		}
		fmt.Fprintf(&b, "%d of %d\n", count["debatable medium"], count["debatable"])
	}
	for _, kind := range kinds(labels) {
		row(kind, func(l *label) bool { return l.Kind == kind }, (*label).hits)
	}
	row("= dual-write and publish-in-tx", (*label).isPair, (*label).hits)
	row("  the same, by either rule", (*label).isPair, (*label).hitsPair)
	row("= all others", func(l *label) bool { return !l.isPair() }, (*label).hits)
	row("= all", func(*label) bool { return true }, (*label).hits)
	return b.String()
}

func share(part, whole int) string {
	if whole == 0 {
		return "      "
	}
	return fmt.Sprintf("%5.1f%%", 100*float64(part)/float64(whole))
}

func kinds(labels []*label) []string {
	var out []string
	for _, l := range labels {
		out = append(out, l.Kind)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reportMisses lists, at medium confidence, what should have been reported and
// was not, and what was and should not have been.
func reportMisses(labels []*label, found map[*label][]finding) string {
	var missed, wrong strings.Builder
	for _, l := range labels {
		at := atLeast(found[l], "medium")
		switch {
		case l.Verdict == "must-report" && !l.hits(at):
			fmt.Fprintf(&missed, "%s %s %s:%d %s\n    %s\n", l.ID, l.Kind, filepath.Join(l.folder(), l.File), l.Line, l.Function, l.Why)
			for _, f := range found[l] {
				fmt.Fprintf(&missed, "    instead: %s\n", f)
			}
		case l.Verdict == "must-not-report" && len(l.wrong(at, labels)) > 0:
			fmt.Fprintf(&wrong, "%s %s %s:%d %s\n    %s\n", l.ID, l.Kind, filepath.Join(l.folder(), l.File), l.Line, l.Function, l.Why)
			for _, f := range l.wrong(at, labels) {
				fmt.Fprintf(&wrong, "    %s\n", f)
			}
		}
	}
	return "\nmissed at medium confidence:\n" + missed.String() + "\nreported at medium confidence, and should not be:\n" + wrong.String()
}
