package ci

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
)

// published is a repository with two versions of one subject on main.
func published(t *testing.T) *repo {
	return newRepo(t).commit("evctl.yaml", settings, v1, paid, v2, wider)
}

func find(t *testing.T, r report.Report, rule string) evctl.Finding {
	t.Helper()
	i := slices.IndexFunc(r.Findings, func(f evctl.Finding) bool { return f.Rule == rule })
	if i < 0 {
		t.Fatalf("no %s among %v", rule, names(r))
	}
	return r.Findings[i]
}

func TestARenamedRequiredFieldFails(t *testing.T) {
	r := published(t).branch("rename").commit(v3, renamedRequired)
	out := r.must()
	if code(out, nil) != ExitFindings {
		t.Fatalf("got %+v", out.Summary)
	}
	for _, f := range out.Findings {
		if f.Severity != evctl.Error || f.Rule == "compat/probable-rename" {
			continue
		}
		if f.Position.File != v3 || f.Position.Line == 0 || !slices.Equal(f.Breaks, []int{1, 2}) || f.Direction == "" || f.Witness == nil || f.Witness.Hex == "" {
			t.Errorf("%s names too little: %+v", f.Rule, f)
		}
	}
	if c := family(t, out, "compat"); c.State != report.LookedAt || c.Counts["schemas"] != 1 || c.Counts["versions"] != 2 {
		t.Errorf("compat looked at %+v", c)
	}
	if out.Against.Name != "main" || out.Against.Commit == "" || out.Against.Mode != "FULL_ALL" || out.Against.Policy != "lenient" {
		t.Errorf("compared with %+v", out.Against)
	}
}

func TestARenamedOptionalFieldFails(t *testing.T) {
	out := published(t).branch("rename").commit(v3, renamedOptional).must()
	if f := find(t, out, "compat/probable-rename"); f.Severity != evctl.Error || code(out, nil) != ExitFindings {
		t.Errorf("got %+v", f)
	}
}

func TestAnOptionalFieldMayBeAdded(t *testing.T) {
	out := newRepo(t).commit("evctl.yaml", settings, v1JSON, paidJSON).branch("add").commit(v2JSON, widerJSON).must()
	if len(out.Findings) != 0 || code(out, nil) != ExitClean {
		t.Errorf("got %v", out.Findings)
	}
	if out.Summary.Strict == 0 {
		t.Error("a reader that rejects unknown fields breaks, and nothing says so")
	}
}

func TestReadersThatAreClosed(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, paidJSON, "schemas/events/order.paid/subject.yaml", "readers: closed\n")
	out := r.branch("add").commit(v2JSON, widerJSON).must()
	if code(out, nil) != ExitFindings || out.Summary.Strict != 0 {
		t.Errorf("got %v, %+v", names(out), out.Summary)
	}
}

func TestABranchBehindMainIsComparedWithAllThatMainPublishes(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1, paid)
	r.branch("late").commit(v2, renamedRequired)
	r.git("checkout", "-q", "main")
	r.commit(v2, wider).commit(v3, strings.Replace(wider, "coupon", "voucher", 1))
	r.git("checkout", "-q", "late")
	out := r.must()
	if code(out, nil) != ExitFindings {
		t.Fatalf("got %v", names(out))
	}
	if f := find(t, out, "registry/version-immutable"); f.Position.File != v2 {
		t.Errorf("got %+v", f)
	}
	compat := 0
	for _, f := range out.Findings {
		if strings.HasPrefix(f.Rule, "compat/") && f.Direction != "" {
			compat++
			if !slices.Contains(f.Breaks, 1) || !slices.Contains(f.Breaks, 3) || f.Witness == nil {
				t.Errorf("%s: %s breaks %v, witness %+v", f.Rule, f.Direction, f.Breaks, f.Witness)
			}
		}
	}
	if compat == 0 {
		t.Errorf("nothing is incompatible: %v", names(out))
	}
	if slices.Contains(names(out), "registry/version-removed") {
		t.Error("version 3, which the branch never had, counts as removed")
	}
	if out.Against.MergeBase == out.Against.Commit {
		t.Errorf("compared with %+v", out.Against)
	}
}

func TestABranchBehindMainThatTouchesNothingPasses(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1, paid)
	r.branch("late").commit("README.md", "hello")
	r.git("checkout", "-q", "main")
	r.commit(v2, wider).commit(v3, renamedRequired)
	r.git("checkout", "-q", "late")
	out := r.must()
	if len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
	if c := family(t, out, "compat"); c.State != report.NotLookedAt || c.Note == "" {
		t.Errorf("compat is %+v", c)
	}
}

func TestAnEditedVersionFails(t *testing.T) {
	out := published(t).branch("edit").commit(v1, strings.Replace(paid, "long", "double", 1)).must()
	if f := find(t, out, "registry/version-immutable"); f.Position.File != v1 || code(out, nil) != ExitFindings {
		t.Errorf("got %+v", f)
	}
}

func TestARemovedVersionFails(t *testing.T) {
	out := published(t).branch("remove").commit(v1, "").must()
	find(t, out, "registry/version-removed")
}

func TestARemovedSubjectFails(t *testing.T) {
	out := published(t).branch("remove").commit(v1, "", v2, "").must()
	find(t, out, "registry/subject-removed")
}

func TestTheBaseBranchIsComparedWithItsFirstParent(t *testing.T) {
	r := published(t).commit(v3, renamedRequired)
	out := r.must()
	if code(out, nil) != ExitFindings || out.Against.Name != "HEAD^" {
		t.Errorf("got %v against %+v", names(out), out.Against)
	}
	// the next commit has nothing to do with it
	if out = r.commit("README.md", "hello").must(); code(out, nil) != ExitClean {
		t.Errorf("got %v", names(out))
	}
	// but a run over everything finds it
	if out = r.must(all); code(out, nil) != ExitFindings {
		t.Errorf("got %v", names(out))
	}
}

func TestOnTheBaseBranchWhatIsNotCommittedComparesWithHead(t *testing.T) {
	r := published(t).write(v3, renamedRequired)
	if out := r.must(); code(out, nil) != ExitFindings || out.Against.Name != "HEAD" {
		t.Errorf("got %v against %+v", names(out), out.Against)
	}
}

func TestTheFirstCommitPublishesNothing(t *testing.T) {
	out := published(t).must()
	if code(out, nil) != ExitFindings && len(out.Findings) != 0 {
		t.Errorf("got %v", out.Findings)
	}
	if c := family(t, out, "compat"); c.State != report.LookedAt || c.Counts["schemas"] != 2 {
		t.Errorf("compat is %+v", c)
	}
}

func TestStagedReadsTheIndex(t *testing.T) {
	r := published(t).write(v3, renamedRequired)
	r.git("add", v3)
	r.write(v3, wider) // the work tree is mended, the index is not
	if out := r.must(staged); code(out, nil) != ExitFindings {
		t.Errorf("got %v", names(out))
	}
	r.git("add", v3)
	r.write(v3, renamedRequired)
	if out := r.must(staged); slices.ContainsFunc(names(out), func(n string) bool { return strings.HasPrefix(n, "compat/") }) {
		t.Errorf("got %v", names(out))
	}
}

func TestStagedJudgesTheFirstCommit(t *testing.T) {
	r := newRepo(t).write("evctl.yaml", settings, v1, paid)
	r.git("add", ".")
	if out := r.must(staged); code(out, nil) != ExitClean || family(t, out, "compat").Counts["schemas"] != 1 {
		t.Errorf("got %v", out)
	}
}

func TestAgainst(t *testing.T) {
	r := published(t)
	r.git("tag", "v1")
	r.commit(v3, renamedRequired)
	r.branch("next").commit("README.md", "hello")
	if out := r.must(); code(out, nil) != ExitClean {
		t.Errorf("against main: %v", names(out))
	}
	if out := r.must(against("v1")); code(out, nil) != ExitFindings || out.Against.Name != "v1" {
		t.Errorf("against v1: %v", names(out))
	}
	if out := r.must(against("=v1")); code(out, nil) != ExitFindings {
		t.Errorf("against =v1: %v", names(out))
	}
}

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
		"nothing":        {[]string{"README.md", "hello"}, all, "nothing to check"},
		"exceptions":     {[]string{"evctl.yaml", settings, "evctl.exceptions.yaml", "exceptions: 7\n"}, all, "evctl.exceptions.yaml:1:13: want a list, found an integer"},
		"baseline":       {[]string{"evctl.yaml", settings, "evctl.baseline.yaml", "findings: 7\n"}, all, "evctl.baseline.yaml:1:11: want a list, found an integer"},
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
	if len(before.Findings) == 0 || after.Summary.Hidden == 0 || len(after.Findings)+after.Summary.Hidden != len(before.Findings) {
		t.Errorf("%d findings, %d with --new, %d hidden", len(before.Findings), len(after.Findings), after.Summary.Hidden)
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

func TestOverridesAndSettingsChooseTheMode(t *testing.T) {
	r := published(t).branch("change").commit(v3, renamedRequired, "evctl.yaml", settings+"overrides: [{subject: \"order.*\", compatibility: NONE}]\n")
	if out := r.must(); slices.ContainsFunc(out.Findings, func(f evctl.Finding) bool { return f.Direction != "" }) {
		t.Errorf("got %v", names(out))
	}
	r.commit("schemas/events/order.paid/subject.yaml", "mode: FULL\n")
	if f := find(t, r.must(), "compat/required-field-removed"); !slices.Equal(f.Breaks, []int{2}) {
		t.Errorf("under FULL %s breaks %v", f.Rule, f.Breaks)
	}
}

func TestSettingsChooseThePolicy(t *testing.T) {
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, paidJSON, "schemas/events/order.paid/subject.yaml", "policy: strict\n")
	if out := r.branch("add").commit(v2JSON, widerJSON).must(); code(out, nil) != ExitFindings {
		t.Errorf("got %v", names(out))
	}
}

func TestSamplesOfEvents(t *testing.T) {
	const good = `{"event_id":"0192f0c1-7b1e-7c3a-9b1a-0123456789ab","event_type":"order.paid","schema_version":1,"aggregate_type":"order","aggregate_id":"o-1","aggregate_version":1,"occurred_at":"2026-11-01T10:00:00.000Z","payload":{"order_id":"o-1","total":5}}`
	bad := strings.Replace(good, `"total":5`, `"total":"five"`, 1)
	r := newRepo(t).commit("evctl.yaml", settings+"envelope: {events: [\"events/*.ndjson\"]}\n", v1JSON, paidJSON, "events/a.ndjson", good+"\n")
	r.branch("change").commit("README.md", "hello")
	if f := family(t, r.must(), "envelope"); f.State != report.NotLookedAt {
		t.Errorf("envelope is %+v", f)
	}
	out := r.commit("events/b.ndjson", bad+"\n").must()
	if f := family(t, out, "envelope"); f.State != report.LookedAt || f.Counts["events"] != 1 || code(out, nil) != ExitFindings {
		t.Errorf("envelope is %+v, findings %v", f, out.Findings)
	}
	for _, f := range out.Findings {
		if f.Position.File != "events/b.ndjson" {
			t.Errorf("got %+v", f)
		}
	}
	if f := family(t, r.must(all), "envelope"); f.Counts["events"] != 2 {
		t.Errorf("envelope is %+v", f)
	}
	// a schema that changes is tried on all of them
	if f := family(t, r.commit(v2JSON, widerJSON).must(), "envelope"); f.Counts["events"] != 2 {
		t.Errorf("envelope is %+v", f)
	}
}
