package exceptions

import (
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions/rules"
)

// A Run is what exceptions are judged by, beside the findings.
type Run struct {
	Now        time.Time
	Calendar   Calendar // for the days a decision may take
	Base       *File    // the base branch's copy; nil if it has none
	Approvers  []string // of the base branch's configuration
	SameChange bool     // the base branch lets a change approve its own exceptions
	All        bool     // everything is judged, not one change
	// Used names exceptions that something else than a finding rests on; they
	// are not unused.
	Used map[string]bool
	// Complete reports whether the run would have found every finding of the
	// rule; only then can an exception be unused.
	Complete func(rule string) bool
}

// Apply returns the findings, each with the exception that speaks of it, and
// beside them what is wrong with the exceptions themselves.
func (f *File) Apply(findings []evctl.Finding, run Run) []evctl.Finding {
	out := slices.Clone(findings)
	about := slices.Clone(f.faults)
	renewed := f.renewed(run)
	for i := range f.Exceptions {
		e := &f.Exceptions[i]
		problems := e.problems(run)
		now := e.State(run.Now)
		state := evctl.ExceptionState{
			ID:      e.ID,
			State:   now,
			Waives:  now == string(Approved) && len(problems) == 0,
			Expires: format(e.ExpiresAt),
			Reason:  e.Reason,
		}
		used := mark(out, e, state) || run.Used[e.ID]
		about = append(about, problems...)
		if !renewed[e.ID] {
			about = append(about, e.reminders(run, state, used)...)
		}
	}
	return append(out, about...)
}

// renewed returns the ids of the exceptions that another one took the place of.
func (f *File) renewed(run Run) map[string]bool {
	ids := map[string]bool{}
	for i := range f.Exceptions {
		if e := &f.Exceptions[i]; e.Renews != "" && f.Holds(e.ID, run) {
			ids[e.Renews] = true
		}
	}
	return ids
}

// Holds reports whether the exception with an id is valid, approved and
// unexpired, whatever it matches.
func (f *File) Holds(id string, run Run) bool {
	e := f.Find(id)
	return e != nil && e.State(run.Now) == string(Approved) && len(e.problems(run)) == 0
}

// mark notes the exception on the findings it speaks of; one that waives takes
// the place of one that does not. It reports whether there are any.
func mark(findings []evctl.Finding, e *Exception, state evctl.ExceptionState) bool {
	used := false
	for i := range findings {
		f := &findings[i]
		if !e.matches(f) {
			continue
		}
		used = true
		if f.Exception == nil || state.Waives && !f.Exception.Waives {
			f.Exception = &state
		}
	}
	return used
}

// problems says why an approved, unexpired exception does not waive. Expiry is
// a reminder, since its weight depends on use.
func (e *Exception) problems(run Run) []evctl.Finding {
	if e.State(run.Now) != string(Approved) {
		return nil
	}
	var out []evctl.Finding
	add := func(rule evctl.Rule, key, message string, args ...any) {
		out = append(out, e.finding(rule, key, message, args...))
	}
	approver := person(e.Approver)
	if approver == person(e.Owner) {
		add(rules.SelfApproved, "approver", "%s is approved by its owner %s, want another person", e.ID, e.Owner)
	}
	if !slices.ContainsFunc(run.Approvers, func(a string) bool { return person(a) == approver }) {
		add(rules.UnapprovedApprover, "approver", "%s is approved by %s, the base branch lets %s approve", e.ID, e.Approver, names(run.Approvers))
	}
	if last := LatestExpiry(e.DecidedAt); e.ExpiresAt.After(last) {
		add(rules.TooLong, "expires_at", "%s decided on %s runs until %s, want %s at the latest", e.ID, format(e.DecidedAt), format(e.ExpiresAt), format(last))
	}
	switch before := run.Base.Find(e.ID); {
	case before != nil && before.Decision == Approved && e.ExpiresAt.After(before.ExpiresAt):
		add(rules.Stretched, "expires_at", "%s runs until %s on the base branch and until %s here, want a new exception that renews it", e.ID, format(before.ExpiresAt), format(e.ExpiresAt))
	case !run.SameChange && !run.Base.approves(e):
		add(rules.SameChange, "decision", "the approval of %s is new in this change, the base branch does not have it", e.ID)
	}
	return out
}

// reminders are the findings that do not depend on who decided.
func (e *Exception) reminders(run Run, state evctl.ExceptionState, used bool) []evctl.Finding {
	switch {
	case state.State == string(Pending) && run.Calendar.overdue(e, run.Now):
		return []evctl.Finding{e.finding(rules.Overdue, "filed_at", "%s was filed on %s and is undecided, the decision was due on %s", e.ID, format(e.FiledAt), format(run.Calendar.Due(e.FiledAt)))}
	case e.Decision != Approved || state.State == Closed:
		return nil
	}
	switch left := daysLeft(e.ExpiresAt, run.Now); {
	case state.State == Expired:
		f := e.finding(rules.Expired, "expires_at", "%s expired on %s", e.ID, format(e.ExpiresAt))
		if !used && !run.All {
			f.Severity = evctl.Warning
		}
		return []evctl.Finding{f}
	case !used && run.complete(e.Rules) && run.Now.After(e.DecidedAt.AddDate(0, 0, graceDays)):
		return []evctl.Finding{e.finding(rules.Unused, "match", "%s matches no finding", e.ID)}
	case left <= warningDays:
		return []evctl.Finding{e.finding(rules.Expiring, "expires_at", "%s expires on %s, %s", e.ID, format(e.ExpiresAt), within(left))}
	}
	return nil
}

func (r Run) complete(ruleIDs []string) bool {
	return r.All && r.Complete != nil && !slices.ContainsFunc(ruleIDs, func(id string) bool { return !r.Complete(id) })
}

// approves reports whether the base branch holds the same approval: a change
// of what it covers, of who decided or of its last day is a new one, and so is
// opening it again.
func (f *File) approves(e *Exception) bool {
	b := f.Find(e.ID)
	return b != nil && b.Decision == Approved && b.ClosedAt.IsZero() &&
		slices.Equal(b.Rules, e.Rules) && b.Match.equal(e.Match) &&
		b.Owner == e.Owner && b.Approver == e.Approver &&
		b.DecidedAt.Equal(e.DecidedAt) && b.ExpiresAt.Equal(e.ExpiresAt)
}

func (m Match) equal(n Match) bool {
	return m.Fingerprint == n.Fingerprint && m.Service == n.Service && m.Subject == n.Subject &&
		m.Path == n.Path && slices.Equal(m.Operations, n.Operations)
}

func (e *Exception) finding(rule evctl.Rule, key, message string, args ...any) evctl.Finding {
	f := rule.At(e.at(key), message, args...)
	f.Subject = e.ID
	f.Path = "/" + key
	return f
}

// person is a name as it is compared: @Jane and jane are one.
func person(name string) string { return strings.ToLower(strings.TrimPrefix(name, "@")) }

func names(people []string) string {
	if len(people) == 0 {
		return "nobody"
	}
	return "only " + strings.Join(people, ", ")
}
