package rules_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/exceptions/rules"
	"github.com/evctl/evctl/internal/ruletest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// run is the file run.yaml of an archive: the circumstances of the judgement.
// The base branch's copy of the file is base.yaml; without it nothing is new.
type run struct {
	Now        string   `yaml:"now"`
	Approvers  []string `yaml:"approvers"`
	SameChange bool     `yaml:"same-change"`
	All        bool     `yaml:"all"`
	// Loosened are settings that the configuration of the change loosens.
	Loosened []struct {
		Line    int    `yaml:"line"`
		Setting string `yaml:"setting"`
		Pointer string `yaml:"pointer"`
		Was     string `yaml:"was"`
		Is      string `yaml:"is"`
	} `yaml:"loosened"`
	Findings []struct {
		Rule    string `yaml:"rule"`
		Subject string `yaml:"subject"`
		Path    string `yaml:"path"`
	} `yaml:"findings"`
}

func TestArchives(t *testing.T) {
	ruletest.Run(t, "testdata", rules.All(), judge)
}

// resolve knows the rules that archives speak of.
func resolve(name string) (string, bool) {
	switch name {
	case "KEY-001":
		return "rfc/key-001", true
	case "no/such-rule":
		return "", false
	}
	return name, strings.Contains(name, "/")
}

func judge(t *testing.T, files map[string][]byte) []evctl.Finding {
	var r run
	if err := yamldoc.Decode("run.yaml", files["run.yaml"], &r); err != nil {
		t.Fatal(err)
	}
	now, err := time.Parse(time.RFC3339, r.Now)
	if err != nil {
		t.Fatal(err)
	}
	file := parse(t, files[exceptions.FileName])
	base := file
	if text, ok := files["base.yaml"]; ok {
		base = parse(t, text)
	}
	var found []evctl.Finding
	for _, f := range r.Findings {
		found = append(found, evctl.Finding{Rule: f.Rule, Severity: evctl.Error, Subject: f.Subject, Path: f.Path,
			Message: "something is wrong", Position: evctl.Position{File: "schema.json", Line: 1, Column: 1}})
	}
	for _, l := range r.Loosened {
		pos := evctl.Position{File: "evctl.yaml", Line: l.Line, Column: 1}
		found = append(found, exceptions.Loosening{Position: pos, Setting: l.Setting, Pointer: l.Pointer, Was: l.Was, Is: l.Is}.Finding())
	}
	calendar, err := exceptions.ParseCalendar("calendar.yaml", files["calendar.yaml"])
	if err != nil {
		t.Fatal(err)
	}
	out := file.Apply(found, exceptions.Run{Now: now, Calendar: calendar, Base: base, Approvers: r.Approvers, SameChange: r.SameChange,
		All: r.All, Complete: func(rule string) bool { return !strings.HasPrefix(rule, "lint/") }})
	evctl.SortFindings(out)
	for i := range out {
		if e := out[i].Exception; e != nil {
			out[i].Remedy = e.ID + " " + e.State
			if e.Waives {
				out[i].Remedy += ", waives"
			}
		}
	}
	return out
}

func parse(t *testing.T, text []byte) *exceptions.File {
	file, err := exceptions.Parse(exceptions.FileName, text, resolve)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
