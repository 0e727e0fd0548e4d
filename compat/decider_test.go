package compat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// scripted is an engine whose answers a test writes: a schema's text holds the
// names of its fields, and a field that the other side lacks is a finding.
type scripted struct{ asked []string }

func (s *scripted) Compare(_ context.Context, old, new *evctl.Schema, dirs []evctl.Direction, _ evctl.Semantics) (evctl.Judgement, error) {
	j := evctl.Judgement{Verdict: evctl.Compatible}
	switch string(new.Text) {
	case "panic":
		panic("scripted")
	case "error":
		return j, errors.New("scripted")
	case "invalid":
		return evctl.Judgement{Verdict: evctl.Invalid, Findings: []evctl.Finding{{Rule: "parse/x", Severity: evctl.Error}}}, nil
	}
	for _, dir := range dirs {
		s.asked = append(s.asked, fmt.Sprint(old.Version, dir))
		for _, field := range strings.Fields(string(old.Text)) {
			if !slices.Contains(strings.Fields(string(new.Text)), field) {
				j.Verdict = evctl.Incompatible
				j.Findings = append(j.Findings, evctl.Finding{Rule: "compat/gone", Severity: evctl.Error, Key: field,
					Direction: dir, Message: fmt.Sprintf("%s of version %d", field, old.Version),
					Old: &evctl.OldPosition{}, Witness: &evctl.Witness{Hex: fmt.Sprint(old.Version)}})
			}
		}
	}
	return j, nil
}

func (s *scripted) Renames(_ context.Context, old, _ *evctl.Schema) ([]evctl.Finding, error) {
	return []evctl.Finding{{Rule: "compat/probable-rename", Severity: evctl.Error, Key: fmt.Sprint(old.Version)}}, nil
}

func history(texts ...string) evctl.Change {
	c := evctl.Change{Mode: evctl.FullAll}
	for i, text := range texts {
		s := &evctl.Schema{Format: "scripted", File: fmt.Sprintf("%d.txt", i+1), Text: []byte(text)}
		s.Subject, s.Version = "order.paid", i+1
		c.Old = append(c.Old, s)
	}
	c.New = c.Old[len(c.Old)-1]
	c.Old = c.Old[:len(c.Old)-1]
	return c
}

func decide(t *testing.T, change evctl.Change) (evctl.Judgement, []string) {
	t.Helper()
	s := &scripted{}
	j, err := (&Decider{engines: map[evctl.Format]engine{"scripted": s}}).Decide(context.Background(), change)
	if err != nil {
		t.Fatal(err)
	}
	return j, s.asked
}

func TestDecideMergesVersions(t *testing.T) {
	j, _ := decide(t, history("a b", "a", "b a", "a"))
	want := []string{
		"compat/gone b FULL [1 3] old 3 witness 3",
		"compat/probable-rename 3  [] old 0 witness ",
	}
	var got []string
	for _, f := range j.Findings {
		old, hex := 0, ""
		if f.Old != nil {
			old = f.Old.Version
		}
		if f.Witness != nil {
			hex = f.Witness.Hex
		}
		got = append(got, fmt.Sprintf("%s %s %s %v old %d witness %s", f.Rule, f.Key, f.Direction, f.Breaks, old, hex))
		if f.Subject != "order.paid" || f.Position.File != "4.txt" {
			t.Errorf("%s stands at %q in %q", f.Rule, f.Position, f.Subject)
		}
	}
	if !slices.Equal(got, want) || j.Verdict != evctl.Incompatible {
		t.Errorf("%s: got\n%s\nwant\n%s", j.Verdict, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDecideAsksWhatTheModeSays(t *testing.T) {
	for mode, want := range map[string][]string{
		"NONE":         nil,
		"BACKWARD":     {"3BACKWARD"},
		"FORWARD":      {"3FORWARD"},
		"FULL":         {"3BACKWARD", "3FORWARD"},
		"BACKWARD_ALL": {"1BACKWARD", "3BACKWARD"},
		"FULL_ALL":     {"1BACKWARD", "1FORWARD", "3BACKWARD", "3FORWARD"},
	} {
		change := history("a", "b", "c", "d")
		change.Old[1].Retired = true
		change.Mode, _ = evctl.ParseMode(mode)
		if _, asked := decide(t, change); !slices.Equal(asked, want) {
			t.Errorf("%s asks %v, want %v", mode, asked, want)
		}
	}
}

func TestDecideFirstVersion(t *testing.T) {
	if j, _ := decide(t, history("a")); j.Verdict != evctl.Compatible || len(j.Findings) > 0 {
		t.Errorf("a first version is %s with %v", j.Verdict, j.Findings)
	}
	if j, _ := decide(t, history("invalid")); j.Verdict != evctl.Invalid || len(j.Findings) != 1 {
		t.Errorf("an invalid first version is %s with %v", j.Verdict, j.Findings)
	}
	if j, _ := decide(t, history("a", "b", "invalid")); len(j.Findings) != 1 {
		t.Errorf("what is wrong with the new version stands %d times", len(j.Findings))
	}
}

func TestDecideReportsItsOwnFailures(t *testing.T) {
	for text, want := range map[string]string{"panic": "internal error: scripted", "error": "compare order.paid@2 with order.paid@1: scripted"} {
		d := &Decider{engines: map[evctl.Format]engine{"scripted": &scripted{}}}
		j, err := d.Decide(context.Background(), history("a", text))
		if err == nil || !strings.Contains(err.Error(), want) || j.Verdict != "" {
			t.Errorf("%s: got %q and %v, want %q", text, j.Verdict, err, want)
		}
	}
}
