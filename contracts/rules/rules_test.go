package rules_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/rules"
	"github.com/evctl/evctl/contracts/rules/contract"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/ruletest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// run is the file run.yaml of an archive: the circumstances of the judgement.
type run struct {
	Clause     string            `yaml:"clause"` // its verdicts are shown too where they are no findings
	Now        string            `yaml:"now"`
	Adopted    string            `yaml:"adopted"`
	Strict     bool              `yaml:"strict"`
	Approvers  []string          `yaml:"approvers"`
	Registered map[string]string `yaml:"registered"` // modes by event type
	Retired    map[string]int    `yaml:"retired"`    // the first versions that are, by event type; there are three
	Fields     []string          `yaml:"fields"`     // of every version
	Whole      bool              `yaml:"whole"`
	Lint       []string          `yaml:"lint"` // files with a dual write; clean: none
	Judged     []string          `yaml:"judged"`
}

func TestArchives(t *testing.T) {
	ruletest.Run(t, "testdata", rules.All(), judge)
}

func TestContractArchives(t *testing.T) {
	ruletest.Run(t, "contract/testdata", contract.All(), judge)
}

func judge(t *testing.T, files map[string][]byte) []evctl.Finding {
	var r run
	if err := yamldoc.Decode("run.yaml", files["run.yaml"], &r); err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: text}
	}
	result, err := contracts.Check(t.Context(), fsys, r.options(t, files))
	if err != nil {
		t.Fatal(err)
	}
	found := result.Findings()
	for _, s := range result.Services {
		for _, v := range s.Verdicts {
			if _, shown := v.Finding(); v.Clause == r.Clause && !shown {
				found = append(found, note(v))
			}
		}
	}
	return found
}

// note shows a verdict that is no finding.
func note(v verdict.Verdict) evctl.Finding {
	message := string(v.Outcome) + ": " + v.Message
	if v.Views != "" {
		message += ", as " + v.Views + " reports"
	}
	return evctl.Finding{Rule: v.Rule, Severity: evctl.Info, Path: v.Item, Message: message, Position: v.Position}
}

func (r run) options(t *testing.T, files map[string][]byte) contracts.Options {
	o := contracts.Options{Globs: []string{"**/contract.yaml"}, Strict: r.Strict, Judged: r.Judged, Now: day(t, r.Now), Adopted: day(t, r.Adopted)}
	if o.Now.IsZero() {
		o.Now = day(t, "2026-11-30")
	}
	if _, ok := files["topics.yaml"]; ok {
		o.Topics = "topics.yaml"
	}
	if text, ok := files[exceptions.FileName]; ok {
		file, err := exceptions.Parse(exceptions.FileName, text, func(name string) (string, bool) { return name, true })
		if err != nil {
			t.Fatal(err)
		}
		o.Exceptions, o.Waivers = file, exceptions.Run{Now: o.Now, Base: file, Approvers: r.Approvers}
	}
	if r.Registered != nil {
		o.Source, o.Whole = registered{r.Registered, r.Retired}, r.Whole
		o.Field = func(_ context.Context, _ *evctl.Schema, field string) contracts.Field {
			return contracts.Field{Known: slices.Contains(r.Fields, field), Beside: r.Fields}
		}
		o.Mode = func(subject string) evctl.Mode {
			mode, err := evctl.ParseMode(r.Registered[subject])
			if err != nil && r.Registered[subject] != "" {
				t.Fatal(err)
			}
			return mode
		}
	}
	if r.Lint != nil {
		o.Lint = &service.Lint{Folders: []string{"."}}
	}
	for _, file := range r.Lint {
		if file != "clean" {
			o.Lint.Findings = append(o.Lint.Findings, evctl.Finding{Rule: "lint/dual-write", Message: "the commit and the broker are two writes",
				Position: evctl.Position{File: file, Line: 7, Column: 2}})
		}
	}
	return o
}

func day(t *testing.T, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	out, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// registered is a registry that holds three versions of each event type, of
// which the first may be retired.
type registered struct {
	modes   map[string]string
	retired map[string]int
}

func (r registered) Get(context.Context, evctl.SchemaRef) (*evctl.Schema, error) {
	return nil, evctl.ErrNotFound
}

func (r registered) Versions(_ context.Context, subject string) ([]*evctl.Schema, error) {
	if _, ok := r.modes[subject]; !ok || strings.HasPrefix(subject, "retired.") {
		return nil, nil
	}
	var out []*evctl.Schema
	for version := 1; version <= 3; version++ {
		out = append(out, &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: subject, Version: version}, Retired: version <= r.retired[subject]})
	}
	return out, nil
}
