package registry_test

import (
	"bytes"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/ruletest"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/dir"
	"github.com/evctl/evctl/registry/rules"
)

func TestRules(t *testing.T) { ruletest.Run(t, "rules/testdata", rules.All(), judge) }

// judge reads an archive that holds trees: current/ is the change, published/
// what the base branch has now, base/ where the change started (as published/
// if there is none), remote/ what the remote registry has. The file layouts
// holds lines "path subject [root]", the file registry what the remote registry
// says: lines "mode SUBJECT MODE" and "refuses SUBJECT VERSION REASON". The file
// life holds what readLife reads.
func judge(t *testing.T, files map[string][]byte) []evctl.Finding {
	trees := map[string]fstest.MapFS{}
	for name, text := range files {
		if tree, file, ok := strings.Cut(name, "/"); ok {
			if trees[tree] == nil {
				trees[tree] = fstest.MapFS{}
			}
			trees[tree][file] = mapFile(text)
		}
	}
	layout := dir.Layout{Name: "events", Dir: "schemas", Patterns: patterns(string(files["layouts"]))}
	open := func(tree string) *dir.Registry { return must(dir.Open(trees[tree], layout))(t) }
	current := open("current")
	findings := must(current.Findings(t.Context()))(t)
	if trees["published"] != nil {
		published, base := open("published"), open("published")
		if trees["base"] != nil {
			base = open("base")
		}
		var public evctl.Source = published
		if trees["remote"] != nil {
			public = registry.Join(published, open("remote"))
		}
		inherited := func(string) (evctl.Mode, evctl.Policy) { return evctl.FullAll, evctl.Lenient }
		findings = append(findings, must(dir.Compare(t.Context(), base, public, current, inherited))(t)...)
	}
	if trees["remote"] != nil {
		git := current
		if trees["published"] != nil {
			git = open("published")
		}
		joined := registry.Join(git, open("remote"))
		for _, name := range current.Subjects() {
			findings = append(findings, must(joined.Drift(t.Context(), name))(t)...)
		}
	}
	findings = append(findings, remote(t, current, string(files["registry"]))...)
	if text, ok := files["life"]; ok {
		life := readLife(t, string(text))
		for _, name := range current.Subjects() {
			findings = append(findings, dir.Retirements(name, current.Settings(name), life)...)
		}
	}
	evctl.SortFindings(findings)
	return findings
}

// mapFile stands for a symbolic link if its text is "-> target".
func mapFile(text []byte) *fstest.MapFile {
	if target, ok := bytes.CutPrefix(text, []byte("-> ")); ok {
		return &fstest.MapFile{Data: bytes.TrimSpace(target), Mode: fs.ModeSymlink | 0o777}
	}
	return &fstest.MapFile{Data: text, Mode: 0o644}
}

func patterns(text string) []dir.Pattern {
	var list []dir.Pattern
	for line := range strings.Lines(text) {
		fields := append(strings.Fields(line), "")
		list = append(list, dir.Pattern{Path: fields[0], Subject: fields[1], Root: fields[2]})
	}
	return list
}

func remote(t *testing.T, current *dir.Registry, text string) []evctl.Finding {
	var findings []evctl.Finding
	for line := range strings.Lines(text) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		subject, rest, _ := strings.Cut(rest, " ")
		switch verb {
		case "mode":
			theirs := must(evctl.ParseMode(rest))(t)
			findings = append(findings, registry.ModeDrift(subject, current.SettingsPosition(subject, "mode"), evctl.FullAll, theirs, rest)...)
		case "refuses":
			version, reason, _ := strings.Cut(rest, " ")
			number := must(strconv.Atoi(version))(t)
			schema := must(current.Get(t.Context(), evctl.SchemaRef{Subject: subject, Version: number}))(t)
			strict := evctl.Judgement{Findings: []evctl.Finding{{Path: "/properties", Witness: &evctl.Witness{Value: []byte(`{"id":"a","channel":"web"}`)}}}}
			findings = append(findings, registry.WouldRefuse(schema, reason, strict))
		}
	}
	return findings
}

// readLife reads lines: "now DAY", "succeeded VERSION DAY", "reads NAME VERSION",
// "publishes NAME" and "claim DURATION WHO", where a DURATION ? is not known.
func readLife(t *testing.T, text string) dir.Life {
	succeeded := map[int]time.Time{}
	life := dir.Life{Succeeded: func(v int) (time.Time, bool) { at, ok := succeeded[v]; return at, ok }}
	day := func(text string) time.Time { return must(time.Parse(time.DateOnly, text))(t) }
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch words[0] {
		case "now":
			life.Now = day(words[1])
		case "succeeded":
			succeeded[must(strconv.Atoi(words[1]))(t)] = day(words[2])
		case "reads":
			life.Readers = append(life.Readers, dir.Party{Name: words[1], Versions: []int{must(strconv.Atoi(words[2]))(t)}})
		case "publishes":
			life.Publishers = append(life.Publishers, dir.Party{Name: words[1]})
		case "claim":
			claim := dir.Claim{Who: strings.Join(words[2:], " "), Text: words[1], Why: "not said"}
			if words[1] != "?" {
				claim.For, claim.Why = must(time.ParseDuration(words[1]))(t), ""
			}
			life.Claims = append(life.Claims, claim)
		default:
			t.Fatalf("life: unknown line %q", line)
		}
	}
	return life
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
