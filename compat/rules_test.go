package compat

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/compat/rules/schema"
	"github.com/evctl/evctl/internal/ruletest"
)

func TestRules(t *testing.T)  { ruletest.Run(t, "rules/testdata", rules.All(), judge) }
func TestSchema(t *testing.T) { ruletest.Run(t, "rules/schema/testdata", schema.All(), judge) }
func TestParse(t *testing.T)  { ruletest.Run(t, "rules/parse/testdata", parse.All(), judge) }

// judge decides an archive: versions 1.json 2.json … and new.json (.avsc,
// .proto), optional files `options` and `consumers`, and references under their
// own names.
// The file case.json is a line of a batch instead.
func judge(t *testing.T, files map[string][]byte) []evctl.Finding {
	if line, ok := files["case.json"]; ok {
		return judgeCase(line)
	}
	change := readArchive(t, files)
	judgement, err := New().Decide(context.Background(), change)
	if err != nil {
		t.Fatal(err)
	}
	checkVerdict(t, judgement, change.Semantics.Level)
	if text, ok := files["consumers"]; ok {
		return impact.Judge(context.Background(), change, judgement.Findings, readConsumers(t, string(text)))
	}
	return judgement.Findings
}

func judgeCase(line []byte) []evctl.Finding {
	if _, err := readCase(line); err != nil {
		f := parse.BatchCase.At(evctl.Position{File: "case.json"}, "%v", err)
		return []evctl.Finding{f}
	}
	return nil
}

// checkVerdict holds every archive to what evctl.Judgement promises. Breaks of
// generated code alone have no event to show.
func checkVerdict(t *testing.T, j evctl.Judgement, level evctl.Level) {
	t.Helper()
	shown := level == evctl.SourceLevel
	for _, f := range j.Findings {
		shown = shown || f.Severity == evctl.Error && f.Witness != nil
	}
	if j.Verdict == evctl.Incompatible && !shown {
		t.Errorf("incompatible without an error that carries a witness")
	}
	for _, f := range j.Findings {
		if f.Severity > evctl.Info && f.Remedy == "" && !strings.HasPrefix(f.Rule, "parse/") {
			t.Errorf("%s tells no way out: %s", f.Rule, f.Message)
		}
	}
	if len(j.Findings) == 0 && j.Verdict != evctl.Compatible {
		t.Errorf("%s without a finding", j.Verdict)
	}
}

func readArchive(t *testing.T, files map[string][]byte) evctl.Change {
	change := evctl.Change{Mode: evctl.FullAll}
	message := readOptions(t, string(files["options"]), &change)
	refs := map[string]*evctl.Schema{}
	versions := map[int]*evctl.Schema{}
	for name, text := range files {
		if name == "options" || name == "consumers" {
			continue
		}
		format, ok := evctl.FormatOf(name)
		if !ok {
			t.Fatalf("%s is no schema", name)
		}
		s := &evctl.Schema{Format: format, File: name, Text: text, Message: message, Refs: refs}
		s.Subject = "order.paid"
		stem := strings.TrimSuffix(name, filepath.Ext(name))
		if n, err := strconv.Atoi(stem); err == nil {
			s.Version = n
			versions[n] = s
		} else if stem == "new" {
			change.New = s
		} else {
			refs[name] = &evctl.Schema{Format: format, File: name, Text: text}
		}
	}
	for n := 1; versions[n] != nil; n++ {
		change.Old = append(change.Old, versions[n])
	}
	if change.New == nil || len(change.Old) != len(versions) {
		t.Fatal("want versions 1, 2, … and new")
	}
	change.New.Version = len(change.Old) + 1
	return change
}

// readConsumers reads lines: a name, versions with commas, then fields and the
// word replays.
func readConsumers(t *testing.T, text string) []impact.Consumer {
	var list []impact.Consumer
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		c := impact.Consumer{Name: words[0]}
		for number := range strings.SplitSeq(words[1], ",") {
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			c.Versions = append(c.Versions, n)
		}
		for _, word := range words[2:] {
			if word == "replays" {
				c.Replays = true
			} else {
				c.Reads = append(c.Reads, word)
			}
		}
		list = append(list, c)
	}
	return list
}

// readOptions reads lines `name: value` and returns the Protobuf message.
func readOptions(t *testing.T, text string, change *evctl.Change) (message string) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var err error
		switch name {
		case "mode":
			change.Mode, err = evctl.ParseMode(value)
		case "policy":
			change.Semantics.Policy = evctl.Policy(value)
		case "level":
			change.Semantics.Level = evctl.Level(value)
		case "draft":
			change.Semantics.Draft = value
		case "formats":
			change.Semantics.AssertFormats = value == "assert"
		case "message":
			message = value
		default:
			t.Fatalf("options: unknown line %q", line)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return message
}
