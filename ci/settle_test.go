package ci

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

const approvers = settings + "org: {approvers: [\"@platform\"]}\n"

// waiver is an exceptions file with one entry about every rule of compat/ that
// a renamed field breaks.
func waiver(decision string) string {
	return `exceptions:
  - id: EX-2026-001
    rules: [compat/required-field-removed, compat/required-field-added, compat/probable-rename]
    match: {subject: order.paid}
    reason: Nobody reads it, see PAY-812.
    owner: "@orders"
    filed_at: 2026-10-01
` + decision
}

const (
	pending  = "    decision: pending\n"
	approved = `    decision: approved
    decided_at: 2026-10-05
    approver: "@platform"
    expires_at: 2027-06-30
`
)

const exceptionsFile = "evctl.exceptions.yaml"

// debt is a change whose findings the waiver speaks of.
func debt(t *testing.T, main string, onMain ...string) *repo {
	return published(t).commit(append([]string{"evctl.yaml", main}, onMain...)...).branch("debt").commit(v3, renamedRequired)
}

func TestAnApprovedExceptionWaives(t *testing.T) {
	out := debt(t, approvers, exceptionsFile, waiver(approved)).must()
	if code(out, nil) != ExitClean || out.Summary.Excepted == 0 || out.Summary.Excepted != len(distinct(out)) {
		t.Errorf("got %v, %+v", names(out), out.Summary)
	}
	if f := family(t, out, "exception"); f.State != report.LookedAt || f.Counts["exceptions"] != 1 {
		t.Errorf("exception is %+v", f)
	}
}

func TestAPendingExceptionIsShownAndChangesNothing(t *testing.T) {
	out := debt(t, approvers, exceptionsFile, waiver(pending)).must()
	if code(out, nil) != ExitFindings || out.Summary.Pending == 0 || out.Summary.Excepted != 0 {
		t.Errorf("got %+v", out.Summary)
	}
}

func TestAChangeCannotApproveItsOwnException(t *testing.T) {
	r := debt(t, approvers).commit(exceptionsFile, waiver(approved))
	out := r.must()
	if f := find(t, out, "exception/same-change"); f.Severity != evctl.Warning || code(out, nil) != ExitFindings || out.Summary.Excepted != 0 {
		t.Errorf("got %+v, %+v", f, out.Summary)
	}
	// nor let itself do so, nor appoint its own approvers
	r.commit("evctl.yaml", approvers+"exceptions: {same-change: allow}\n")
	if out = r.must(); code(out, nil) != ExitFindings || !slices.Contains(names(out), "exception/same-change") {
		t.Errorf("got %v", names(out))
	}
	// nor hide from the base branch's file behind another name
	r.commit("evctl.yaml", approvers+"exceptions: {file: other.yaml}\n", "other.yaml", waiver(approved))
	if out = r.must(); code(out, nil) != ExitFindings || !slices.Contains(names(out), "exception/same-change") {
		t.Errorf("got %v", names(out))
	}
	r = debt(t, settings, exceptionsFile, waiver(approved)).commit("evctl.yaml", approvers)
	if out = r.must(); code(out, nil) != ExitFindings || !slices.Contains(names(out), "exception/unapproved-approver") {
		t.Errorf("got %v", names(out))
	}
}

func TestAnExceptionsFileMayMove(t *testing.T) {
	r := debt(t, approvers+"exceptions: {file: waivers.yaml}\n", "waivers.yaml", waiver(approved))
	r.git("mv", "waivers.yaml", "moved.yaml")
	out := r.commit("evctl.yaml", approvers+"exceptions: {file: moved.yaml}\n").must()
	if code(out, nil) != ExitClean || out.Summary.Excepted == 0 {
		t.Errorf("got %v, %+v", names(out), out.Summary)
	}
}

func TestSameChangeWhereTheBaseBranchAllowsIt(t *testing.T) {
	out := debt(t, approvers+"exceptions: {same-change: allow}\n").commit(exceptionsFile, waiver(approved)).must()
	if code(out, nil) != ExitClean || out.Summary.Excepted == 0 {
		t.Errorf("got %v, %+v", names(out), out.Summary)
	}
}

func TestExceptionsOfTheBaseBranchCountInABranchBehind(t *testing.T) {
	r := debt(t, approvers)
	r.git("checkout", "-q", "main")
	r.commit(exceptionsFile, waiver(approved))
	r.git("checkout", "-q", "debt")
	if out := r.must(); code(out, nil) != ExitClean || out.Summary.Excepted == 0 {
		t.Errorf("got %v, %+v", names(out), out.Summary)
	}
}

func TestAnExceptionEndsWithItsLastDay(t *testing.T) {
	r := debt(t, approvers, exceptionsFile, waiver(approved))
	lastSecond := time.Date(2027, 6, 30, 23, 59, 59, 0, time.UTC)
	out := r.must(at(lastSecond))
	if f := find(t, out, "exception/expiring"); f.Severity != evctl.Warning || code(out, nil) != ExitClean {
		t.Errorf("got %v", names(out))
	}
	out = r.must(at(lastSecond.Add(time.Second)))
	if f := find(t, out, "exception/expired"); f.Severity != evctl.Error || code(out, nil) != ExitFindings {
		t.Errorf("got %+v", f)
	}
	// elsewhere it is a warning, and an error in a run over everything
	other := published(t).commit("evctl.yaml", approvers, exceptionsFile, waiver(approved)).branch("other").commit("README.md", "hello")
	after := at(lastSecond.Add(time.Second))
	if f := find(t, other.must(after), "exception/expired"); f.Severity != evctl.Warning {
		t.Errorf("got %+v", f)
	}
	if f := find(t, other.must(after, all), "exception/expired"); f.Severity != evctl.Error {
		t.Errorf("got %+v", f)
	}
}

func TestUnusedExceptionsAreFoundWhereEverythingIsLookedAt(t *testing.T) {
	r := published(t).commit("evctl.yaml", approvers, exceptionsFile, waiver(approved)).branch("other").commit("README.md", "hello")
	if out := r.must(); len(out.Findings) != 0 {
		t.Errorf("got %v", names(out))
	}
	find(t, r.must(all), "exception/unused")
	if out := r.must(all, skip("compat/probable-rename")); slices.Contains(names(out), "exception/unused") {
		t.Error("a run that skips one of its rules calls an exception unused")
	}
}

func TestAVersionIsRetiredByAnExceptionThatHolds(t *testing.T) {
	const subject = "schemas/events/order.paid/subject.yaml"
	retired := "retired:\n  - {versions: [1, 2], reason: nobody reads them, exception: EX-2026-001}\n"
	out := debt(t, approvers, exceptionsFile, waiver(approved)).commit(subject, retired).must(all)
	if code(out, nil) != ExitClean || len(out.Findings) != 0 {
		t.Errorf("approved: %v", out.Findings)
	}
	for _, r := range []*repo{
		debt(t, approvers, exceptionsFile, waiver(pending)),
		debt(t, approvers).commit(exceptionsFile, waiver(approved)), // in the same change
		debt(t, approvers), // no such exception
	} {
		out := r.commit(subject, retired).must()
		f := find(t, out, "registry/invalid-settings")
		if f.Position.File != subject || code(out, nil) != ExitFindings || !slices.Contains(names(out), "compat/required-field-removed") {
			t.Errorf("got %+v among %v", f, names(out))
		}
	}
}

const baselineFile = "evctl.baseline.yaml"

func (r *repo) read(name string) string {
	text, err := os.ReadFile(filepath.Join(r.root, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

func TestTheBaselineMakesFindingsKnown(t *testing.T) {
	r := published(t).commit(v3, renamedRequired, ".github/CODEOWNERS", "schemas/ @orders\n")
	before := r.must(all)
	if code(before, nil) != ExitFindings {
		t.Fatalf("got %v", names(before))
	}
	out := r.must(writeBaseline)
	if code(out, nil) != ExitClean || out.Summary.Known != len(distinct(before)) {
		t.Errorf("got %+v", out.Summary)
	}
	text := r.read(baselineFile)
	if strings.Count(text, "since: 2026-11-30") != len(distinct(before)) || !strings.Contains(text, `owner: "@orders"`) {
		t.Errorf("wrote\n%s", text)
	}
	r.commit()
	if out = r.must(all); code(out, nil) != ExitClean || out.Summary.Known == 0 {
		t.Errorf("got %v", names(out))
	}
}

func distinct(r report.Report) map[string]bool {
	ids := map[string]bool{}
	for _, f := range r.Findings {
		ids[f.ID()] = true
	}
	return ids
}

func TestTheBaselineOnlyShrinks(t *testing.T) {
	r := published(t).commit(v3, renamedRequired)
	r.must(writeBaseline)
	r.commit().branch("more").commit("schemas/events/other/1.avsc", paid, "schemas/events/other/2.avsc", renamedRequired)
	text := r.read(baselineFile)
	// a new finding is not added, by nobody
	if out := r.must(writeBaseline); code(out, nil) != ExitFindings || r.read(baselineFile) != text {
		t.Errorf("got %v and\n%s", out.Notes, r.read(baselineFile))
	}
	grown := text
	for _, f := range r.must(all).Findings {
		if f.Subject == "other" {
			grown += "  - {id: \"" + f.ID() + "\", rule: \"" + f.Rule + "\", since: 2026-11-30}\n"
		}
	}
	r.commit(baselineFile, grown)
	out := r.must(all)
	if code(out, nil) != ExitFindings || len(out.Notes) == 0 {
		t.Errorf("an entry that the base branch does not list counts: %v, %v", names(out), out.Notes)
	}
}

func TestWhatIsMendedLeavesTheBaseline(t *testing.T) {
	r := published(t).commit(v3, renamedRequired)
	r.must(writeBaseline)
	r.commit().branch("mend").commit("schemas/events/order.paid/subject.yaml", "retired:\n  - {versions: [3], reason: never used, evidence: no event was written}\n")
	out := r.must(writeBaseline)
	if text := r.read(baselineFile); !strings.Contains(text, "findings: []") {
		t.Errorf("%v, and wrote\n%s", out.Notes, text)
	}
}
