package exceptions

import (
	"strings"
	"testing"
	"time"
)

const twoEntries = `# ours
version: 1
exceptions:
  # about orders
  - id: EX-2026-001
    rules: [a/b] # one
    match: {subject: x}
    reason: >-
      # is no comment here
      nor is - this an entry
    owner: "@orders"
    filed_at: 2026-11-20
    # the platform group meets on Mondays
    decision: pending # for now
    url: https://example.com

  # about payments
  - {id: EX-2026-002, rules: [a/b], match: {subject: 'y, z}'}, reason: "r, #}", owner: o, filed_at: 2026-05-01, decision: "pending"}
# the end
`

func ruling(t *testing.T) Ruling {
	return Ruling{Decision: Approved, Approver: "@platform", ExpiresAt: day(t, "2027-03-31"), Approvers: []string{"@platform", "o"}}
}

// changed returns the lines that a text lost and gained.
func changed(old, text string) (lost, gained string) {
	has := func(text, line string) bool { return strings.Contains("\n"+text, "\n"+line) }
	for line := range strings.Lines(old) {
		if !has(text, line) {
			lost += line
		}
	}
	for line := range strings.Lines(text) {
		if !has(old, line) {
			gained += line
		}
	}
	return lost, gained
}

func TestDecideChangesTheLinesItMust(t *testing.T) {
	now := day(t, "2026-11-30")
	denial := Ruling{Decision: Denied, Approver: "@platform", Approvers: []string{"platform"}}
	for _, c := range []struct {
		id, text     string
		ruling       Ruling
		lost, gained string
	}{
		{"EX-2026-001", twoEntries, ruling(t), "    decision: pending # for now\n",
			"    decision: approved # for now\n    decided_at: 2026-11-30\n    approver: \"@platform\"\n    expires_at: 2027-03-31\n"},
		{"EX-2026-001", twoEntries, denial, "    decision: pending # for now\n",
			"    decision: denied # for now\n    decided_at: 2026-11-30\n    approver: \"@platform\"\n"},
		{"EX-2026-002", twoEntries, ruling(t),
			"  - {id: EX-2026-002, rules: [a/b], match: {subject: 'y, z}'}, reason: \"r, #}\", owner: o, filed_at: 2026-05-01, decision: \"pending\"}\n",
			"  - {id: EX-2026-002, rules: [a/b], match: {subject: 'y, z}'}, reason: \"r, #}\", owner: o, filed_at: 2026-05-01, decision: approved, decided_at: 2026-11-30, approver: \"@platform\", expires_at: 2027-03-31}\n"},
		{"EX-2026-003", "exceptions:\n- id: EX-2026-003\n  rules: [a/b]\n  match: {subject: x}\n  reason: r\n  owner: 'o''x'\n  filed_at: 2026-11-20\n  approver: 'nobody''s'\n  expires_at:\n  decision: pending", ruling(t),
			"  approver: 'nobody''s'\n  expires_at:\n  decision: pending", "  approver: \"@platform\"\n  expires_at: 2027-03-31\n  decision: approved\n  decided_at: 2026-11-30"},
		{"EX-2026-004", "exceptions:\n  - {id: EX-2026-004, rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-11-20, approver: \"a, \\\"}\", decision: pending}\n", denial,
			"  - {id: EX-2026-004, rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-11-20, approver: \"a, \\\"}\", decision: pending}\n",
			"  - {id: EX-2026-004, rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-11-20, approver: \"@platform\", decision: denied, decided_at: 2026-11-30}\n"},
	} {
		text, e, err := decide("x.yaml", c.text, c.id, c.ruling, now, resolve)
		if err != nil {
			t.Fatalf("%s: %v", c.id, err)
		}
		if lost, gained := changed(c.text, text); lost != c.lost || gained != c.gained {
			t.Errorf("%s lost\n%sgained\n%s", c.id, lost, gained)
		}
		if e.Decision != c.ruling.Decision || !e.DecidedAt.Equal(now) {
			t.Errorf("%+v", e)
		}
		windows := strings.ReplaceAll(c.text, "\n", "\r\n")
		crlf, _, err := decide("x.yaml", windows, c.id, c.ruling, now, resolve)
		if err != nil || crlf != strings.ReplaceAll(text, "\n", "\r\n") {
			t.Errorf("%s with CRLF: %v\n%q", c.id, err, crlf)
		}
	}
}

func TestDecideRefusesWhatWouldNotCount(t *testing.T) {
	now := day(t, "2026-11-30")
	with := func(change func(*Ruling)) Ruling {
		r := ruling(t)
		change(&r)
		return r
	}
	decided, _, err := decide("x.yaml", twoEntries, "EX-2026-001", ruling(t), now, resolve)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, id, want string
		ruling         Ruling
		now            time.Time
	}{
		{twoEntries, "EX-2026-009", "there is no valid exception EX-2026-009", ruling(t), now},
		{twoEntries, "EX-2026-001", "@orders may not decide, only @platform, o may", with(func(r *Ruling) { r.Approver = "@orders" }), now},
		{twoEntries, "EX-2026-001", "@platform may not decide, nobody may", with(func(r *Ruling) { r.Approvers = nil }), now},
		{twoEntries, "EX-2026-002", "@O owns EX-2026-002, want another person to decide", with(func(r *Ruling) { r.Approver = "@O" }), now},
		{twoEntries, "EX-2026-001", "2027-07-01 is too late, want 2027-06-30 at the latest", with(func(r *Ruling) { r.ExpiresAt = day(t, "2027-07-01") }), now},
		{twoEntries, "EX-2026-001", "2026-11-29 is over, want a day from today on", with(func(r *Ruling) { r.ExpiresAt = day(t, "2026-11-29") }), now},
		{twoEntries, "EX-2026-001", "EX-2026-001 was filed on 2026-11-20, which is after today", ruling(t), day(t, "2026-11-19")},
		{decided, "EX-2026-001", "EX-2026-001 is approved already: its date does not move, file one that renews it", ruling(t), now},
		{decided, "EX-2026-001", "EX-2026-001 is expired already: its date does not move, file one that renews it", ruling(t), day(t, "2027-04-01")},
		{strings.Replace(twoEntries, "decision: pending # for now", "decision: pending\n    closed_at: 2026-11-21", 1), "EX-2026-001", "EX-2026-001 is closed: file a new exception", ruling(t), now},
	} {
		if _, _, err := decide("x.yaml", c.text, c.id, c.ruling, c.now, resolve); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	text, e, err := decide("x.yaml", twoEntries, "EX-2026-001", with(func(r *Ruling) { r.ExpiresAt = time.Time{} }), now, resolve)
	if err != nil || format(e.ExpiresAt) != "2027-06-30" || !strings.Contains(text, "expires_at: 2027-06-30") {
		t.Errorf("without a date: %v, %+v", err, e)
	}
}

const decidedEntries = `exceptions:
  # about orders
  - id: EX-2026-001
    # agreed in May
    rules: [a/b]
    match: {subject: x}
    reason: r
    owner: o
    filed_at: 2026-05-01
    decision: approved
    decided_at: 2026-05-02
    approver: p
    expires_at: 2026-09-30 # no longer

  # about payments
  - {id: EX-2026-002, rules: [a/b], match: {subject: y}, reason: r, owner: o, filed_at: 2026-10-01, decision: approved, decided_at: 2026-10-02, approver: p, expires_at: 2027-03-31, renews: EX-2026-001}
  - {id: EX-2026-003, rules: [a/b], match: {subject: z}, reason: r, owner: o, filed_at: 2026-10-01, decision: denied, decided_at: 2026-10-02, approver: p}
  - {id: EX-2026-004, rules: [a/b], match: {subject: z}, reason: r, owner: o, filed_at: 2026-11-30, decision: pending}
  # the end
`

func TestPrune(t *testing.T) {
	now := day(t, "2026-11-30")
	for name, c := range map[string]struct {
		unused       map[string]bool
		remove       bool
		pruned       string
		lost, gained []string
	}{
		"close what expired": {nil, false, "EX-2026-001 expired on 2026-09-30", nil, []string{"    closed_at: 2026-11-30"}},
		"close what is unused": {map[string]bool{"EX-2026-002": true}, false, "EX-2026-001 expired on 2026-09-30, EX-2026-002 matched no finding",
			nil, []string{"    closed_at: 2026-11-30", "renews: EX-2026-001, closed_at: 2026-11-30}"}},
		"keep what is renewed": {nil, true, "EX-2026-001 expired on 2026-09-30, EX-2026-003 denied on 2026-10-02 (removed)",
			[]string{"EX-2026-003, rules"}, []string{"    closed_at: 2026-11-30", "  # EX-2026-003 denied on 2026-10-02; removed on 2026-11-30\n"}},
		"remove with comments kept": {map[string]bool{"EX-2026-002": true}, true,
			"EX-2026-001 expired on 2026-09-30 (removed), EX-2026-002 matched no finding (removed), EX-2026-003 denied on 2026-10-02 (removed)",
			[]string{"id: EX-2026-001", "reason: r\n", "no longer"},
			[]string{"  # about orders\n  # EX-2026-001 expired on 2026-09-30; removed on 2026-11-30\n  # agreed in May\n\n  # about payments\n  # EX-2026-002 matched"}},
	} {
		p := pruner{unused: c.unused, now: now, remove: c.remove, resolve: resolve}
		text, pruned, err := p.prune("x.yaml", decidedEntries)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var said []string
		for _, p := range pruned {
			line := p.ID + " " + p.Why
			if p.Removed {
				line += " (removed)"
			}
			said = append(said, line)
		}
		if got := strings.Join(said, ", "); got != c.pruned {
			t.Errorf("%s: pruned %s", name, got)
		}
		for _, line := range c.lost {
			if strings.Contains(text, line) {
				t.Errorf("%s: %q is left in\n%s", name, line, text)
			}
		}
		for _, line := range append(c.gained, "  # about payments\n", "  # the end\n", "EX-2026-004, rules") {
			if !strings.Contains(text, line) {
				t.Errorf("%s: no %q in\n%s", name, line, text)
			}
		}
		if again, more, err := p.prune("x.yaml", text); err != nil || len(more) != 0 || again != text {
			t.Errorf("%s: a second time: %v, %v", name, more, err)
		}
		if id := nextID([]byte(text), now); id != "EX-2026-005" {
			t.Errorf("%s: the next id is %s", name, id)
		}
	}
}

func TestPruneRefusesWhatItWouldMangle(t *testing.T) {
	one := "{id: EX-2026-001, rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-05-01, decision: denied, decided_at: 2026-05-02, approver: p}"
	for _, text := range []string{"exceptions: [" + one + "]\n", "exceptions:\n  -\n    " + one + "\n"} {
		p := pruner{now: day(t, "2026-11-30"), remove: true, resolve: resolve}
		if out, _, err := p.prune("x.yaml", text); err == nil {
			t.Errorf("%q became %q", text, out)
		}
	}
}

func TestRenewals(t *testing.T) {
	entry := func(id, rest string) string {
		return "  - {id: " + id + ", rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-10-05, " + rest + "}\n"
	}
	const approved = "decision: approved, decided_at: 2026-10-06, approver: p, expires_at: 2026-12-31"
	for text, want := range map[string]string{
		entry("EX-2026-001", approved) + entry("EX-2026-002", "decision: pending, renews: EX-2026-001"):                                                                       "filed on 2026-10-05 before EX-2026-001 was decided on 2026-10-06",
		entry("EX-2026-001", "decision: pending, renews: EX-2026-001"):                                                                                                        "renews EX-2026-001, want an approved exception that stands above it",
		entry("EX-2026-001", "decision: pending, renews: EX-2026-002") + entry("EX-2026-002", approved):                                                                       "renews EX-2026-002, want an approved exception that stands above it",
		entry("EX-2026-001", "decision: pending") + entry("EX-2026-002", "decision: pending, renews: EX-2026-001"):                                                            "renews EX-2026-001, want an approved exception that stands above it",
		strings.ReplaceAll(entry("EX-2026-001", approved), "10-0", "09-0") + entry("EX-2026-002", "decision: pending, renews: EX-2026-001"):                                   "",
		strings.ReplaceAll(entry("EX-2026-001", approved), "10-0", "09-0") + strings.Replace(entry("EX-2026-002", "decision: pending, renews: EX-2026-001"), "a/b", "a/c", 1): "renews EX-2026-001 and is about other rules, want an exception of its own for those",
		entry("EX-2026-001", "decision: pending, closed_at: 2026-10-04"):                                                                                                      "closed on 2026-10-04 before it was filed on 2026-10-05",
	} {
		file, err := Parse("x.yaml", []byte("exceptions:\n"+text), resolve)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range file.Faults() {
			got += f.Message
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
