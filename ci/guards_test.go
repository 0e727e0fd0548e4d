package ci

import (
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

// guarded is a configuration that is strict about everything.
const guarded = approvers + `rules: {schema/unknown-dialect: error, exception/overdue: info}
fail-on: warning
exceptions: {same-change: deny}
envelope: {max-bytes: 1000}
semantics: {formats: assert, protobuf: source}
lint: {min-confidence: low}
`

func TestAChangeCannotLoosenItsOwnGuards(t *testing.T) {
	for name, c := range map[string]struct{ from, to, message string }{
		"severity":    {"unknown-dialect: error", "unknown-dialect: warning", "severity of schema/unknown-dialect was error on the base branch, and is warning now"},
		"default":     {"unknown-dialect: error", "unknown-dialect: error, compat/probable-rename: off", "severity of compat/probable-rename was error on the base branch, and is off now"},
		"the guard":   {"unknown-dialect: error", "unknown-dialect: error, exception/guard-loosened: off", "severity of exception/guard-loosened was error on the base branch, and is off now"},
		"fail-on":     {"fail-on: warning", "fail-on: error", "fail-on was warning on the base branch, and is error now"},
		"never":       {"fail-on: warning", "fail-on: never", "fail-on was warning on the base branch, and is never now"},
		"same-change": {"deny", "allow", "exceptions.same-change was deny on the base branch, and is allow now"},
		"max-bytes":   {"1000", "1001", "envelope.max-bytes was 1000 on the base branch, and is 1001 now"},
		"formats":     {"assert", "annotate", "semantics.formats was assert on the base branch, and is annotate now"},
		"protobuf":    {"source", "wire_json", "semantics.protobuf was source on the base branch, and is wire_json now"},
		"confidence":  {"low", "high", "lint.min-confidence was low on the base branch, and is high now"},
		"adopted":     {"org: {", "org: {adopted: 2026-10-01, ", ""},
		"info":        {"info}", "warning}", ""},
		"tighter":     {"fail-on: warning", "fail-on: info", ""},
		"smaller":     {"1000", "999", ""},
	} {
		t.Run(name, func(t *testing.T) {
			change := strings.Replace(guarded, c.from, c.to, 1)
			if change == guarded {
				t.Fatal("nothing changed")
			}
			out := published(t).commit("evctl.yaml", guarded).branch("loosen").commit("evctl.yaml", change).must()
			if c.message == "" {
				if len(out.Findings) != 0 {
					t.Errorf("got %+v", out.Findings)
				}
				return
			}
			f := find(t, out, "exception/guard-loosened")
			if len(out.Findings) != 1 || f.Message != c.message || f.Severity != evctl.Error || f.Position.File != "evctl.yaml" || f.Position.Line < 3 {
				t.Errorf("got %v %+v", names(out), f)
			}
			if is := family(t, out, "exception"); is.State != report.LookedAt || is.Counts["settings"] != 1 {
				t.Errorf("exception is %+v", is)
			}
		})
	}
}

func TestGuardsOfTheBaseBranch(t *testing.T) {
	// a later adoption, or none
	dated := strings.Replace(guarded, "org: {", "org: {adopted: 2026-10-01, ", 1)
	for _, change := range []string{guarded, strings.Replace(dated, "2026-10-01", "2027-01-01", 1)} {
		find(t, published(t).commit("evctl.yaml", dated).branch("later").commit("evctl.yaml", change).must(), "exception/guard-loosened")
	}
	// no configuration at all is looser than a strict one
	if out := published(t).commit("evctl.yaml", guarded).branch("delete").commit("evctl.yaml", "").must(); !strings.Contains(strings.Join(names(out), " "), "exception/guard-loosened") {
		t.Errorf("got %v", names(out))
	}
	// the first configuration of a repository loosens nothing
	out := newRepo(t).commit("schemas/events/order.paid/1.avsc", paid).branch("adopt").commit("evctl.yaml", settings+"fail-on: never\n").must()
	for _, name := range names(out) {
		if name == "exception/guard-loosened" {
			t.Errorf("got %v", names(out))
		}
	}
	// a flag is no configuration
	r := published(t).commit("evctl.yaml", guarded).branch("flag").commit("README.md", "x")
	cfg, err := load(Options{Dir: r.root})
	if err != nil {
		t.Fatal(err)
	}
	cfg.FailOn.Severity = evctl.Off
	if out := r.must(func(o *Options) { o.Config = cfg }); len(out.Findings) != 0 {
		t.Errorf("got %+v", out.Findings)
	}
}

func TestAnApprovedExceptionLoosensAGuard(t *testing.T) {
	change := strings.Replace(guarded, "fail-on: warning", "fail-on: error", 1)
	found := find(t, published(t).commit("evctl.yaml", guarded).branch("ask").commit("evctl.yaml", change).must(), "exception/guard-loosened")
	exception := `exceptions:
  - id: EX-2026-001
    rules: [exception/guard-loosened]
    match: {fingerprint: ` + found.ID() + `}
    reason: Too many warnings until the migration is over.
    owner: "@orders"
    filed_at: 2026-10-01
` + approved
	out := published(t).commit("evctl.yaml", guarded, exceptionsFile, exception).branch("go").commit("evctl.yaml", change).must()
	if f := find(t, out, "exception/guard-loosened"); !f.Waived() || code(out, nil) != ExitClean {
		t.Errorf("got %+v", f)
	}
	// which does not cover a weaker value
	never := strings.Replace(guarded, "fail-on: warning", "fail-on: never", 1)
	out = published(t).commit("evctl.yaml", guarded, exceptionsFile, exception).branch("go").commit("evctl.yaml", never).must()
	if f := find(t, out, "exception/guard-loosened"); f.Waived() {
		t.Errorf("got %+v", f)
	}
}

func TestTheCalendarIsRead(t *testing.T) {
	late := strings.Replace(waiver(pending), "2026-10-01", "2026-11-23", 1) // a Monday; now is the Monday after
	with := settings + "org: {calendar: days.yaml}\n"
	for text, want := range map[string]string{
		"version: 1\n": "",
		"version: 1\nworkdays: [monday, tuesday, wednesday, thursday, friday, saturday]\n": "the decision was due on 2026-11-28",
	} {
		out := published(t).commit("evctl.yaml", with, "days.yaml", text, exceptionsFile, late).must()
		got := ""
		for _, f := range out.Findings {
			got += f.Message
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for _, files := range [][]string{{}, {"days.yaml", "holidays: [2026-02-30]\n"}, {"days.yaml", "workdays: [mon]\n"}} {
		if _, err := published(t).commit(append([]string{"evctl.yaml", with, exceptionsFile, late}, files...)...).run(); code(report.Report{}, err) != ExitUsage {
			t.Errorf("%v: %v", files, err)
		}
	}
}
