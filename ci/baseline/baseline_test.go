package baseline

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

var today = time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)

func found() []evctl.Finding {
	return []evctl.Finding{
		{Rule: "schema/b", Subject: "order.paid", Path: "/x", Position: evctl.Position{File: "b.json"}},
		{Rule: "compat/a", Subject: "a \"quoted\" subject: #1", Path: "/properties/é", Position: evctl.Position{File: "a.json"}},
		{Rule: "compat/a", Subject: "two directions", Direction: evctl.Backward},
		{Rule: "compat/a", Subject: "two directions", Direction: evctl.Forward},
		{Rule: "compat/waived", Exception: &evctl.ExceptionState{ID: "EX-2026-001", Waives: true}},
		{Rule: "compat/pending", Exception: &evctl.ExceptionState{ID: "EX-2026-002"}},
		{Rule: "parse/json", Subject: "x"},
		{Rule: "exception/expired", Subject: "EX-2026-003"},
	}
}

func owner(file string) string { return map[string]string{"b.json": "@b"}[file] }

func TestTheFirstBaselineSurvivesTheFile(t *testing.T) {
	first := First(found(), today, owner)
	if len(first.Entries) != 4 {
		t.Fatalf("got %+v, want 4 entries", first.Entries)
	}
	read, err := Parse("evctl.baseline.yaml", first.Text())
	if err != nil || !reflect.DeepEqual(read, first) {
		t.Errorf("got %+v, %v from\n%s", read, err, first.Text())
	}
	if last := first.Entries[3]; last.Owner != "@b" || last.Since != "2026-11-30" || last.Rule != "schema/b" {
		t.Errorf("got %+v", last)
	}
	empty, err := Parse("x", First(nil, today, owner).Text())
	if err != nil || len(empty.Entries) != 0 {
		t.Errorf("got %+v, %v", empty, err)
	}
}

func TestMarkLeavesWaivedAndNewFindingsAlone(t *testing.T) {
	first := First(found(), today, owner)
	first.Entries = append(first.Entries, Entry{ID: evctl.Finding{Rule: "compat/waived"}.ID(), Since: "2026-01-01"})
	findings := append(found(), evctl.Finding{Rule: "compat/new"})
	first.Mark(findings)
	var known []string
	for _, f := range findings {
		if f.Baseline != nil {
			known = append(known, f.Rule)
		}
	}
	if got := strings.Join(known, " "); got != "schema/b compat/a compat/a compat/a compat/pending" {
		t.Errorf("known: %s", got)
	}
}

// A second break at the place of a known one has its fingerprint, and is new.
func TestAKnownPlaceMayNotBreakMoreVersions(t *testing.T) {
	a := func(breaks ...int) evctl.Finding { return evctl.Finding{Rule: "compat/a", Breaks: breaks} }
	first := First([]evctl.Finding{a(2), a(1, 2)}, today, owner)
	read, err := Parse("evctl.baseline.yaml", first.Text())
	if err != nil || !reflect.DeepEqual(read, first) || len(first.Entries) != 1 {
		t.Fatalf("got %+v, %v from\n%s", read, err, first.Text())
	}
	read.Entries[0].Breaks = append(read.Entries[0].Breaks, 3) // written by hand
	findings := []evctl.Finding{a(1), a(1, 2), a(1, 2, 3), a(3), a()}
	read.Honoured(first).Mark(findings)
	for i, known := range []bool{true, true, false, false, true} {
		if (findings[i].Baseline != nil) != known {
			t.Errorf("breaks %v: known is %v", findings[i].Breaks, !known)
		}
	}
}

func TestOnlyWhatTheBaseBranchListsCounts(t *testing.T) {
	base := First(found()[:2], today, owner)
	change := First(found(), today, owner)
	if got := change.Honoured(base); !reflect.DeepEqual(got, base) {
		t.Errorf("got %+v", got)
	}
	if got := change.Honoured(nil); !reflect.DeepEqual(got, change) {
		t.Errorf("adoption: got %+v", got)
	}
	if got := (&File{}).Honoured(base); len(got.Entries) != 0 {
		t.Errorf("an entry that the change deletes counts: %+v", got)
	}
}

func TestShrinkDropsOnlyWhatWasLookedFor(t *testing.T) {
	old := First(found(), today, owner)
	now := append(found()[:1:1], evctl.Finding{Rule: "compat/new"})
	got := old.Shrink(now, func(rule string) bool { return rule != "compat/pending" })
	if len(got.Entries) != 2 || got.Entries[0].Rule != "compat/pending" || got.Entries[1].Rule != "schema/b" {
		t.Errorf("got %+v", got.Entries)
	}
}

func TestParseNamesThePlaceOfAFault(t *testing.T) {
	for text, want := range map[string]string{
		"version: 2": "b:1:1: want version: 1, the only one there is",
		"findings:\n  - {id: xyz, since: 2026-01-01}":                      `b:2:6: id "xyz", want the 12 hex digits of a fingerprint`,
		"findings:\n  - {id: \"0123456789ab\", since: then}":               `b:2:26: since "then", want a day as YYYY-MM-DD`,
		"findings:\n  - {id: \"0123456789ab\", rul: x, since: 2026-01-01}": `b:2:26: unknown key "rul": did you mean "rule"?`,
		"findings: {}": "b:1:11: want a list, found a mapping",
	} {
		if _, err := Parse("b", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(string(First(found(), today, owner).Text()))
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("b", []byte(text))
		if err != nil {
			return
		}
		again, err := Parse("b", file.Text())
		if err != nil || len(again.Entries) != len(file.Entries) {
			t.Errorf("%v after writing %q", err, file.Text())
		}
	})
}
