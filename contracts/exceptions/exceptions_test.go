package exceptions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

func resolve(name string) (string, bool) { return name, strings.Contains(name, "/") }

func day(t *testing.T, text string) time.Time {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestLatestExpiry(t *testing.T) {
	for decided, want := range map[string]string{
		"2026-01-01": "2026-09-30", "2026-03-31": "2026-09-30",
		"2026-04-01": "2026-12-31", "2026-06-30": "2026-12-31",
		"2026-07-01": "2027-03-31", "2026-09-30": "2027-03-31",
		"2026-10-01": "2027-06-30", "2026-12-31": "2027-06-30",
		"2028-02-29": "2028-09-30",
	} {
		if got := format(LatestExpiry(day(t, decided))); got != want {
			t.Errorf("decided on %s: %s, want %s", decided, got, want)
		}
	}
}

// Every day of five years: the limit ends a quarter, lies more than half a
// year less a day and at most nine months ahead, and never goes back.
func TestLatestExpiryEveryDay(t *testing.T) {
	previous := time.Time{}
	for d := day(t, "2024-01-01"); d.Year() < 2029; d = d.AddDate(0, 0, 1) {
		last := LatestExpiry(d)
		if next := last.AddDate(0, 0, 1); next.Day() != 1 || (next.Month()-1)%3 != 0 {
			t.Fatalf("%s: %s does not end a quarter", format(d), format(last))
		}
		if days := last.Sub(d).Hours() / 24; days < 181 || days > 275 {
			t.Fatalf("%s: %s is %v days ahead", format(d), format(last), days)
		}
		if last.Before(previous) {
			t.Fatalf("%s: %s is before the limit of the day before", format(d), format(last))
		}
		previous = last
	}
}

func TestExpiresAtTheEndOfTheDayUTC(t *testing.T) {
	e := Exception{Decision: Approved, ExpiresAt: day(t, "2026-11-30")}
	west := time.FixedZone("west", -5*3600)
	for _, c := range []struct {
		now  time.Time
		want string
	}{
		{day(t, "2026-11-30"), "approved"},
		{time.Date(2026, 11, 30, 23, 59, 59, 999, time.UTC), "approved"},
		{day(t, "2026-12-01"), "expired"},
		{time.Date(2026, 11, 30, 19, 0, 0, 0, west), "expired"}, // midnight UTC
		{time.Date(2026, 11, 30, 18, 59, 59, 0, west), "approved"},
	} {
		if got := e.State(c.now); got != c.want {
			t.Errorf("at %s: %s, want %s", c.now, got, c.want)
		}
	}
}

func TestParseRefusesWhatIsNoExceptionsFile(t *testing.T) {
	for text, want := range map[string]string{
		"version: 2\n":                        "x.yaml:1:1: want version: 1, the only one there is",
		"exceptions:\n  - {id: a, rule: b}\n": `x.yaml:2:13: unknown key "rule": did you mean "rules"?`,
		"exceptions: 7\n":                     "x.yaml:1:13: want a list, found an integer",
	} {
		_, err := Parse("x.yaml", []byte(text), resolve)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	file, err := Parse("x.yaml", []byte("# nothing yet\n"), resolve)
	if err != nil || len(file.List(time.Now(), Calendar{})) != 0 {
		t.Errorf("a file of comments: %v, %v", file, err)
	}
}

func TestAnApprovedExceptionTakesThePlaceOfAPendingOne(t *testing.T) {
	entry := func(id, decision string) string {
		return "  - {id: " + id + ", rules: [compat/x], match: {subject: a}, reason: r, owner: o, filed_at: 2026-10-01, " +
			"decision: " + decision + ", decided_at: 2026-10-01, approver: p, expires_at: 2026-12-31}\n"
	}
	file, err := Parse(FileName, []byte("exceptions:\n"+entry("EX-2026-001", "pending")+entry("EX-2026-002", "approved")+entry("EX-2026-003", "denied")), resolve)
	if err != nil {
		t.Fatal(err)
	}
	run := Run{Now: day(t, "2026-10-05"), Base: file, Approvers: []string{"P"}}
	got := file.Apply([]evctl.Finding{{Rule: "compat/x", Subject: "a"}}, run)
	if len(got) != 1 || got[0].Exception == nil || got[0].Exception.ID != "EX-2026-002" || !got[0].Waived() {
		t.Errorf("got %+v", got)
	}
	rows := file.List(day(t, "2027-01-01"), Calendar{})
	if rows[0].State != "pending" || rows[1].State != "expired" || rows[1].DaysLeft != -1 || rows[2].State != "denied" {
		t.Errorf("got %+v", rows)
	}
}

var filing = Filing{Rules: []string{"compat/field-removed"}, Match: Match{Fingerprint: "0123456789ab"},
	Reason: "nobody reads \"legacy_id\":\nsee # PAY-812 \u2028", Owner: "@orders", URL: "https://example.com/812"}

func TestAddKeepsTheRestOfTheFile(t *testing.T) {
	for name, text := range map[string]string{
		"missing": "", "blank": "\n", "comments": "# ours\n",
		"no list":   "version: 1",
		"empty":     "version: 1\nexceptions: [] # none\n",
		"null":      "version: 1\nexceptions:\n",
		"entries":   "# ours\nexceptions:\n# first\n- {id: EX-2026-007, rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-01-01, decision: pending} # kept\n\n# last\n",
		"invalid":   "exceptions:\n    - id: EX-2026-011\n",
		"crlf":      "version: 1\r\nexceptions:\r\n  - id: EX-2026-001\r\n    rules: [a/b]\r\n",
		"no end":    "exceptions:\n  - id: EX-2025-100",
		"a comment": "exceptions:\n  # EX-2026-041 was closed\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), FileName)
			if text != "" {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				checkAdd(t, path)
			}
			after, _ := os.ReadFile(path)
			for line := range strings.Lines(text) {
				if line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "[] # none")); !strings.Contains(string(after), line) {
					t.Errorf("line %q is lost in\n%s", line, after)
				}
			}
			if strings.Contains(text, "\r\n") && strings.Count(string(after), "\n") != strings.Count(string(after), "\r\n") {
				t.Errorf("line endings are mixed in %q", after)
			}
		})
	}
}

func checkAdd(t *testing.T, path string) {
	id, err := Add(path, filing, day(t, "2026-11-30"), resolve)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	file, err := Parse(path, text, resolve)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	e := file.Find(id)
	if e == nil || e.Reason != filing.Reason || e.Owner != filing.Owner || e.Decision != Pending || !e.Match.equal(filing.Match) || e.URL != filing.URL {
		t.Errorf("%s is %+v in\n%s", id, e, text)
	}
}

func TestAddNeverGivesAnIDTwice(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "EX-2026-001",
		"EX-2025-900":                           "EX-2026-001",
		"# EX-2026-041 was closed\nEX-2026-007": "EX-2026-042",
		"EX-2026-999":                           "EX-2026-1000",
	} {
		if got := nextID([]byte(text), day(t, "2026-11-30")); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestAddRefusesAndLeavesTheFileAlone(t *testing.T) {
	for text, f := range map[string]Filing{
		"exceptions: [{id: EX-2026-001, rules: [a/b]}]\n": filing,
		"exceptions:\n  - id: EX-2026-001\nversion: 1\n":  filing,
		"exceptions: [\n":        filing,
		"version: 1 # no rule\n": {Match: filing.Match, Reason: "r", Owner: "o"},
	} {
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		id, err := Add(path, f, day(t, "2026-11-30"), resolve)
		if err == nil {
			t.Errorf("%q: added %s", text, id)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("the file became %q", after)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("exceptions:\n  - {id: EX-2026-001, rules: [a/b], match: {subject: s}, reason: r, owner: o, filed_at: 2026-01-01, decision: approved, decided_at: 2026-01-02, approver: p, expires_at: 2026-03-01}\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("x.yaml", []byte(text), resolve)
		if err != nil {
			return
		}
		run := Run{Now: time.Date(2026, 2, 25, 0, 0, 0, 0, time.UTC), All: true, Complete: func(string) bool { return true }}
		for _, f := range file.Apply([]evctl.Finding{{Rule: "a/b", Subject: "s"}}, run) {
			if f.Rule == "" || f.Rule != "a/b" && f.Position.Line == 0 {
				t.Errorf("%+v has no rule or no place", f)
			}
		}
	})
}

// Whatever an approval says beside its reason and link is part of it.
func TestAChangedApprovalIsANewOne(t *testing.T) {
	approved := func() Exception {
		return Exception{ID: "EX-2026-001", Rules: []string{"a/b"}, Match: Match{Subject: "s", Path: "/p"}, Reason: "r", Owner: "o", Decision: Approved,
			DecidedAt: day(t, "2026-10-01"), Approver: "p", ExpiresAt: day(t, "2026-12-31"), URL: "u"}
	}
	base := &File{Exceptions: []Exception{approved()}}
	for name, c := range map[string]struct {
		change func(*Exception)
		same   bool
	}{
		"nothing":     {func(*Exception) {}, true},
		"reason":      {func(e *Exception) { e.Reason = "x" }, true},
		"link":        {func(e *Exception) { e.URL = "x" }, true},
		"id":          {func(e *Exception) { e.ID = "EX-2026-002" }, false},
		"rules":       {func(e *Exception) { e.Rules = []string{"a/b", "a/c"} }, false},
		"subject":     {func(e *Exception) { e.Match.Subject = "x" }, false},
		"path":        {func(e *Exception) { e.Match.Path = "" }, false},
		"fingerprint": {func(e *Exception) { e.Match = Match{Fingerprint: "0123456789ab"} }, false},
		"service":     {func(e *Exception) { e.Match.Service = "x" }, false},
		"operations":  {func(e *Exception) { e.Match.Operations = []string{"x"} }, false},
		"owner":       {func(e *Exception) { e.Owner = "x" }, false},
		"approver":    {func(e *Exception) { e.Approver = "x" }, false},
		"decision":    {func(e *Exception) { e.DecidedAt = day(t, "2026-10-02") }, false},
		"expiry":      {func(e *Exception) { e.ExpiresAt = day(t, "2027-01-01") }, false},
	} {
		e := approved()
		c.change(&e)
		if got := base.approves(&e); got != c.same {
			t.Errorf("%s: the base branch approves it: %v, want %v", name, got, c.same)
		}
	}
	base.Exceptions[0].ClosedAt = day(t, "2026-11-01")
	e := approved()
	if base.approves(&e) {
		t.Error("a closed exception approves")
	}
	base.Exceptions[0].ClosedAt = time.Time{}
	if (*File)(nil).approves(&e) {
		t.Error("no file approves")
	}
	base.Exceptions[0].Decision = Pending
	if base.approves(&e) {
		t.Error("a pending exception approves")
	}
}

// The code may name the exception, whatever that matches; it must be one for
// the rule.
func TestCodeNamesTheException(t *testing.T) {
	e := Exception{ID: "EX-2026-014", Rules: []string{"lint/dual-write"}, Match: Match{Subject: "elsewhere"}}
	for _, c := range []struct {
		rule, exempt string
		want         bool
	}{
		{"lint/dual-write", "EX-2026-014", true},
		{"lint/dual-write", "EX-2026-015", false},
		{"lint/dual-write", "", false},
		{"lint/publish-in-tx", "EX-2026-014", false},
	} {
		if got := e.matches(&evctl.Finding{Rule: c.rule, Exempt: c.exempt}); got != c.want {
			t.Errorf("%s, the code names %q: %v", c.rule, c.exempt, got)
		}
	}
}
