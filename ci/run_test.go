package ci

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
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

func TestWhatIsPublishedIsNoChangeForReadersThatAreClosed(t *testing.T) {
	const closed = "schemas/events/order.paid/subject.yaml"
	r := newRepo(t).commit("evctl.yaml", settings, v1JSON, paidJSON, v2JSON, widerJSON).branch("next").commit("README.md", "hello")
	if out := r.must(all); out.Summary.Strict != 0 || family(t, out, "compat").Counts["versions"] != 1 {
		t.Errorf("got %+v of %+v", out.Summary, family(t, out, "compat"))
	}
	// where such readers are known, everything counts
	if out := r.commit(closed, "readers: closed\n").must(all); code(out, nil) != ExitFindings {
		t.Errorf("got %v", names(out))
	}
}

func TestASharedFileNamesWhoRefersToIt(t *testing.T) {
	const money = "syntax = \"proto3\";\npackage shop;\nmessage Money { int64 units = 1; }\n"
	order := func(name string) string {
		return "syntax = \"proto3\";\npackage shop;\nimport \"shared/money.proto\";\nmessage " + name + " { Money total = 1; }\n"
	}
	r := newRepo(t).commit("evctl.yaml", "version: 1\nschemas: [{path: \"proto/orders/{subject}.proto\", root: proto}]\n",
		"proto/orders/order.proto", order("Order"), "proto/orders/refund.proto", order("Refund"), "proto/shared/money.proto", money)
	out := r.branch("change").commit("proto/shared/money.proto", strings.Replace(money, "int64 units", "string units", 1)).must(only("compat"))
	named := map[string]bool{}
	for _, f := range out.Findings {
		named[f.Subject] = strings.HasPrefix(f.Message, f.Subject+": ")
	}
	if !named["order"] || !named["refund"] {
		t.Errorf("got %v", out.Findings)
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

func TestWithoutConfigurationRemovedSubjectsFailToo(t *testing.T) {
	for name, files := range map[string][]string{
		"embedded": {v1, paid, v2, wider}, "loose": {"a/paid.avsc", paid}, "beside a contract": {v1, paid, "contract.yaml", "service: shop\n"},
	} {
		r := newRepo(t).commit(files...).branch("remove")
		r.git("rm", "-q", "-r", "*.avsc")
		for _, side := range []func(*Options){func(*Options) {}, staged} {
			if f := find(t, r.must(side, only("registry")), "registry/subject-removed"); f.Severity != evctl.Error {
				t.Errorf("%s: got %+v", name, f)
			}
		}
		if out := r.commit().must(only("registry")); code(out, nil) != ExitFindings {
			t.Errorf("%s: got %v", name, names(out))
		}
	}
	if _, err := newRepo(t).commit("README.md", "hello").branch("next").commit().run(); !errors.Is(err, config.ErrNothing) {
		t.Errorf("got %v", err)
	}
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

// A report that an earlier step left behind must not hide what main changed.
func TestOnTheBaseBranchOtherFilesDoNotCountAsEdits(t *testing.T) {
	r := published(t).commit(v3, renamedRequired).write("report.json", "{}")
	if out := r.must(); code(out, nil) != ExitFindings || out.Against.Name != "HEAD^" {
		t.Errorf("got %v against %+v", names(out), out.Against)
	}
}

func TestAllLooksAtFoldersWithoutAVersion(t *testing.T) {
	out := published(t).commit("schemas/events/order.lost/v1.json", "{}").commit("README.md", "hello").must(all)
	if f := find(t, out, "registry/stray-file"); f.Subject != "order.lost" {
		t.Errorf("got %+v", f)
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
	if f := family(t, r.commit("events/a.ndjson", "", "events/b.ndjson", "").must(all), "envelope"); f.State != report.NotLookedAt || f.Note != "no file matches envelope.events" {
		t.Errorf("envelope is %+v", f)
	}
}

func TestInWorktreesAndSubmodules(t *testing.T) {
	main := published(t)
	main.git("worktree", "add", "-q", "-b", "change", filepath.Join(main.root, "../tree"))
	tree := (&repo{t, filepath.Join(main.root, "../tree")}).commit(v3, renamedRequired)
	if out := tree.must(); code(out, nil) != ExitFindings || !slices.Contains(names(out), "compat/required-field-removed") {
		t.Errorf("in a worktree: %v", names(out))
	}
	outer := newRepo(t).commit("evctl.yaml", "version: 1\nregistry: {name: outer, dir: elsewhere}\n", "elsewhere/outer/a/1.avsc", paid)
	outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", main.root, "inner")
	outer.commit()
	inner := (&repo{t, filepath.Join(outer.root, "inner")}).branch("change").commit(v3, renamedRequired)
	if out := inner.must(); code(out, nil) != ExitFindings || out.Findings[0].Position.File != v3 {
		t.Errorf("in a submodule: %v", out.Findings)
	}
	if out := outer.must(); len(out.Findings) != 0 {
		t.Errorf("around a submodule: %v", out.Findings)
	}
}
