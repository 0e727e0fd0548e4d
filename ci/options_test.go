package ci

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
)

func TestWhatGitLacksIsNotAPass(t *testing.T) {
	shallow := func(t *testing.T) *repo {
		origin := published(t).branch("change").commit(v3, wider)
		root := t.TempDir()
		origin.git("clone", "-q", "--depth=1", "--branch=change", "file://"+origin.root, root)
		return &repo{t, root}
	}
	for name, c := range map[string]struct {
		repo func(t *testing.T) *repo
		want git.Missing
		hint string
		run  func(*Options)
	}{
		"shallow": {shallow, git.History, "git fetch --deepen", nil},
		"shallow main": {func(t *testing.T) *repo {
			r := shallow(t)
			r.git("fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
			return r
		}, git.History, "git fetch --deepen", nil},
		"no such base":  {published, git.Ref, "git fetch", against("nowhere")},
		"no commits":    {func(t *testing.T) *repo { return newRepo(t).write("evctl.yaml", settings) }, git.Commits, "git commit", nil},
		"no repository": {func(t *testing.T) *repo { newRepo(t); return (&repo{t, t.TempDir()}).write("evctl.yaml", settings) }, git.Repository, "git init", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c.run == nil {
				c.run = func(*Options) {}
			}
			out, err := c.repo(t).run(c.run)
			var missing *git.Error
			if !errors.As(err, &missing) || missing.Missing != c.want || !strings.Contains(missing.Hint, c.hint) {
				t.Errorf("got %v", err)
			}
			if code(out, err) != ExitNotRun {
				t.Errorf("exit code %d", code(out, err))
			}
		})
	}
}

func TestACallersMistake(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		run   func(*Options)
		want  string
	}{
		"unknown key":    {[]string{"evctl.yaml", "version: 1\nregisty: {}\n"}, all, `evctl.yaml:2:1: unknown key "registy": did you mean "registry"?`},
		"unknown rule":   {[]string{"evctl.yaml", settings + "rules: {compat/nonsense: off}\n"}, all, `evctl.yaml:3:9: unknown rule "compat/nonsense"`},
		"unknown family": {[]string{"evctl.yaml", settings}, only("compaz"), `--only: unknown family or rule "compaz": did you mean "compat"?`},
		"no such folder": {[]string{"evctl.yaml", strings.Replace(settings, "schemas", "schemaz", 1), v1, paid}, func(*Options) {}, "nothing to check: no file is where evctl.yaml says"},
		"no such file":   {[]string{"evctl.yaml", "version: 1\nschemas: [{path: \"evnts/{subject}.avsc\"}]\n", "events/a.avsc", paid}, all, "nothing to check: no file is where evctl.yaml says"},
		"nothing":        {[]string{"README.md", "hello"}, all, "nothing to check"},
		"exceptions":     {[]string{"evctl.yaml", settings, "evctl.exceptions.yaml", "exceptions: 7\n"}, all, "evctl.exceptions.yaml:1:13: want a list, found an integer"},
		"baseline":       {[]string{"evctl.yaml", settings, v1, paid, "evctl.baseline.yaml", "findings: 7\n"}, all, "evctl.baseline.yaml:1:11: want a list, found an integer"},
		"baseline only":  {[]string{"evctl.yaml", settings}, func(o *Options) { o.WriteBaseline, o.Only = true, []string{"compat"} }, "a baseline holds what a whole run finds"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := newRepo(t).commit(c.files...).run(c.run)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if code(out, err) != ExitUsage {
				t.Errorf("exit code %d", code(out, err))
			}
		})
	}
}

func TestWithoutAConfiguration(t *testing.T) {
	out := newRepo(t).commit(v1, paid).branch("change").commit(v2, renamedRequired).must()
	if code(out, nil) != ExitFindings {
		t.Errorf("schemas folder: %v", names(out))
	}
	out = newRepo(t).commit("evctl.yaml", "version: 1\nfail-on: warning\n", v1, paid).branch("change").commit(v2, renamedRequired).must()
	if code(out, nil) != ExitFindings {
		t.Errorf("a file that names no place: %v", names(out))
	}
	out = newRepo(t).commit("api/paid.avsc", paid).branch("change").commit("api/paid.avsc", renamedRequired).must()
	if code(out, nil) != ExitFindings {
		t.Errorf("loose file: %v", names(out))
	}
	for _, f := range out.Findings {
		if strings.HasPrefix(f.Rule, "compat/") && (f.Position.File != "api/paid.avsc" || f.Subject != "api/paid") {
			t.Errorf("got %+v", f)
		}
	}
}

func TestWithoutAConfigurationFilesMustNotGo(t *testing.T) {
	r := newRepo(t).commit("api/paid.avsc", paid, "api/other.avsc", paid).branch("change").commit("api/paid.avsc", "")
	if f := find(t, r.must(), "registry/subject-removed"); f.Subject != "api/paid" {
		t.Errorf("got %+v", f)
	}
	r.commit("api/paid.avsc", paid, "api/new.avsc", paid)
	if out := r.must(); len(out.Findings) != 0 || family(t, out, "compat").Counts["schemas"] != 1 {
		t.Errorf("got %v", out.Findings)
	}
}

func TestFamiliesSayWhatTheyLookedAt(t *testing.T) {
	out := published(t).branch("change").commit(v3, wider).must()
	for name, want := range map[string]report.State{
		"parse": report.LookedAt, "schema": report.LookedAt, "compat": report.LookedAt, "registry": report.LookedAt,
		"envelope": report.NotConfigured, "lint": report.NotConfigured, "rfc": report.NotConfigured, "contract": report.NotConfigured,
		"exception": report.NotConfigured,
	} {
		if got := family(t, out, name).State; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if len(out.Families) != len(Families()) {
		t.Errorf("%d families", len(out.Families))
	}
}

func TestOnlyAndSkip(t *testing.T) {
	r := published(t).branch("change").commit(v3, renamedRequired, v1, wider)
	for _, c := range []struct {
		set  func(*Options)
		want func(rule string) bool
	}{
		{only("registry"), func(rule string) bool { return strings.HasPrefix(rule, "registry/") }},
		{skip("registry"), func(rule string) bool { return !strings.HasPrefix(rule, "registry/") }},
		{only("compat/probable-rename"), func(rule string) bool { return rule == "compat/probable-rename" }},
	} {
		out := r.must(c.set)
		if len(out.Findings) == 0 {
			t.Error("nothing is left")
		}
		for _, f := range out.Findings {
			if !c.want(f.Rule) {
				t.Errorf("%s is not wanted", f.Rule)
			}
		}
	}
	if c := family(t, r.must(skip("compat")), "compat"); c.State != report.NotLookedAt || c.Note != "left out by --only or --skip" {
		t.Errorf("compat is %+v", c)
	}
}

func TestNewHidesWhatTheOldSideHas(t *testing.T) {
	r := published(t).commit(v3, renamedRequired)
	r.branch("change").commit(v4, renamedRequired)
	before, after := r.must(), r.must(newOnly)
	if len(before.Findings) == 0 || after.Summary.Hidden == 0 || after.Summary.Error+after.Summary.Hidden != before.Summary.Error || family(t, after, "compat").Hidden == 0 {
		t.Errorf("%+v, with --new %+v", before.Summary, after.Summary)
	}
	// the same place, broken once more, is new
	once := published(t).commit(v3, strings.Replace(wider, `"long"`, `"boolean"`, 1))
	if f := find(t, once.branch("again").commit(v4, strings.Replace(wider, `"long"`, `"string"`, 1)).must(newOnly), "compat/field-type-changed"); !slices.Contains(f.Breaks, 3) {
		t.Errorf("got %+v", f)
	}
	// what the change loosens is new
	find(t, r.commit("evctl.yaml", settings+"compatibility: FULL\n").must(newOnly), "registry/mode-drift")
}

func TestSeveritiesOfTheConfiguration(t *testing.T) {
	r := published(t).branch("change").commit(v3, renamedOptional, "evctl.yaml", settings+"rules: {compat/probable-rename: warning}\n")
	if f := find(t, r.must(), "compat/probable-rename"); f.Severity != evctl.Warning {
		t.Errorf("got %s", f.Severity)
	}
	r.commit("evctl.yaml", settings+"rules: {compat/probable-rename: off}\n")
	if out := r.must(); slices.Contains(names(out), "compat/probable-rename") {
		t.Errorf("got %v", names(out))
	}
}

func TestTwoRunsSayTheSame(t *testing.T) {
	files := []string{"evctl.yaml", settings}
	for _, subject := range []string{"a", "b", "c", "d", "e"} {
		files = append(files, "schemas/events/"+subject+"/1.avsc", paid, "schemas/events/"+subject+"/2.avsc", renamedRequired, "schemas/events/"+subject+"/stray.avsc", paid)
	}
	r := newRepo(t).commit(files...)
	first := r.must(all)
	if len(first.Findings) < 15 {
		t.Errorf("only %v", names(first))
	}
	for range 3 {
		if again := r.must(all); !reflect.DeepEqual(first, again) {
			t.Errorf("%+v\nand then\n%+v", first, again)
		}
	}
}
