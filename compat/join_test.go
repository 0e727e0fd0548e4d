package compat

import (
	"fmt"
	"slices"
	"testing"

	"github.com/evctl/evctl"
)

// TestJoinDirections gives findings of one fact and says what one is left.
func TestJoinDirections(t *testing.T) {
	half := func(dir evctl.Direction, message, event string, breaks ...int) evctl.Finding {
		return evctl.Finding{Rule: "compat/x", Direction: dir, Message: message, Breaks: breaks, Witness: &evctl.Witness{Hex: event}}
	}
	for name, c := range map[string]struct {
		findings []evctl.Finding
		want     string
	}{
		"one direction": {[]evctl.Finding{half(evctl.Forward, "f", "0f", 1)}, "FORWARD f 0f [1]"},
		"each has its own": {
			[]evctl.Finding{half(evctl.Forward, "f", "0f", 1, 2), half(evctl.Backward, "b", "0b", 2)},
			"FULL b 0b [1 2]; BACKWARD b 0b [2]; FORWARD f 0f [1 2]"},
		"both have the same": {
			[]evctl.Finding{half(evctl.Backward, "m", "00", 1), half(evctl.Forward, "m", "00", 1)},
			"FULL m 00 [1]"},
		"one version breaks both, a newer one more": {
			[]evctl.Finding{half(evctl.Both, "m", "00", 1), half(evctl.Backward, "b", "0b", 2)},
			"FULL b 0b [1 2]; BACKWARD b 0b [1 2]; FORWARD m 00 [1]"},
	} {
		got := joinDirections(c.findings)
		if len(got) != 1 || shown(got[0]) != c.want {
			t.Errorf("%s: got %d findings, the first\n %s\nwant\n %s", name, len(got), shown(got[0]), c.want)
		}
	}
}

// TestReplaced takes a keyword that breaks either way for one edit, and none
// for one that breaks one way.
func TestReplaced(t *testing.T) {
	half := func(rule, path string, dir evctl.Direction) evctl.Finding {
		return evctl.Finding{Rule: rule, Path: path, Key: "pattern", Direction: dir, Message: string(dir), Witness: &evctl.Witness{Hex: "00"}}
	}
	findings := []evctl.Finding{
		half("compat/pattern-widened", "/a", evctl.Forward),
		half("compat/pattern-narrowed", "/a", evctl.Backward),
		half("compat/pattern-widened", "/b", evctl.Forward),
		half("compat/union-narrowed", "/b", evctl.Backward),
	}
	nameReplaced(findings)
	got := joinDirections(findings)
	var rules []string
	for _, f := range got {
		rules = append(rules, f.Rule)
	}
	want := []string{"compat/pattern-narrowed", "compat/pattern-widened", "compat/union-narrowed"}
	if !slices.Equal(rules, want) || len(got[0].Sides) != 2 || got[0].Sides[1].Message != "FORWARD" {
		t.Errorf("got %v, sides of the first %+v; want %v", rules, got[0].Sides, want)
	}
}

func shown(f evctl.Finding) string {
	text := fmt.Sprint(f.Direction, " ", f.Message, " ", f.Witness.Hex, " ", f.Breaks)
	for _, s := range f.Sides {
		text += fmt.Sprint("; ", s.Direction, " ", s.Message, " ", s.Witness.Hex, " ", s.Breaks)
	}
	return text
}

// TestJoinKeepsFactsApart leaves alone what is not one fact.
func TestJoinKeepsFactsApart(t *testing.T) {
	a := evctl.Finding{Rule: "compat/x", Direction: evctl.Backward, Message: "m", Severity: evctl.Error}
	weaker, elsewhere, undirected := a, a, a
	weaker.Direction, weaker.Severity = evctl.Forward, evctl.Warning
	elsewhere.Direction, elsewhere.Path = evctl.Forward, "/a"
	undirected.Direction = ""
	if got := joinDirections([]evctl.Finding{a, weaker, elsewhere, undirected}); len(got) != 4 {
		t.Errorf("got %d findings, want 4: %v", len(got), got)
	}
}
