// Package exceptions reads evctl.exceptions.yaml, the file of filed, decided
// and expiring waivers, and applies it to findings.
//
// Call [Parse], then [File.Apply] and [File.List]. [Add] files an exception,
// [Decide] notes what the approvers said, [Close] and [Remove] end it; they
// change the lines they must and no others. [History] tells from git who did so
// and when. Only an approved, unexpired exception waives a finding; a pending
// one is shown beside it and changes nothing. The package decides nothing about
// schemas and reads no clock: the caller passes the time and the base branch's
// copy of the file.
package exceptions

import (
	"slices"
	"time"

	"github.com/evctl/evctl"
)

// FileName is where exceptions live unless the configuration says otherwise.
const FileName = "evctl.exceptions.yaml"

// A Decision is what the approvers said.
type Decision string

// The decisions.
const (
	Pending  Decision = "pending"
	Approved Decision = "approved"
	Denied   Decision = "denied"
)

// The states beside the decisions.
const (
	Expired = "expired" // approved, after the last day
	Closed  = "closed"  // ended before its time, or put away after it
)

// An Exception is one filed waiver. Times are midnight UTC; zero means unset.
type Exception struct {
	ID        string   // EX-YYYY-NNN
	Rules     []string // rule ids, aliases resolved
	Match     Match
	Reason    string
	Owner     string // who asked and pays the debt back
	FiledAt   time.Time
	Decision  Decision
	DecidedAt time.Time
	Approver  string
	ExpiresAt time.Time // the last day on which it waives
	Renews    string    // the id of the exception that this one follows
	ClosedAt  time.Time // from this day on it waives nothing
	URL       string
	Position  evctl.Position // of the entry in the file

	places map[string]evctl.Position // of the entry's keys
}

// A Match says which findings of the rules an exception is about: the one with
// the fingerprint, or all that fit every other field set.
type Match struct {
	Fingerprint string   `yaml:"fingerprint"`
	Service     string   `yaml:"service"`    // findings about a service carry its name as their subject
	Operations  []string `yaml:"operations"` // and the operation as their path
	Subject     string   `yaml:"subject"`
	Path        string   `yaml:"path"`
}

// A File is a parsed exceptions file.
type File struct {
	Name       string
	Exceptions []Exception // the valid ones, in the order of the file
	faults     []evctl.Finding
}

// matches reports whether the exception speaks of the finding, or the code there
// of the exception. A closed one speaks of none.
func (e *Exception) matches(f *evctl.Finding) bool {
	if !e.ClosedAt.IsZero() || !slices.Contains(e.Rules, f.Rule) {
		return false
	}
	if f.Exempt == e.ID {
		return true
	}
	m := e.Match
	if m.Fingerprint != "" {
		return m.Fingerprint == f.ID()
	}
	return (m.Service == "" || m.Service == f.Subject) &&
		(len(m.Operations) == 0 || slices.Contains(m.Operations, f.Path)) &&
		(m.Subject == "" || m.Subject == f.Subject) &&
		(m.Path == "" || m.Path == f.Path)
}

// State is the decision, or expired, or closed.
func (e *Exception) State(now time.Time) string {
	switch {
	case !e.ClosedAt.IsZero():
		return Closed
	case e.Decision == Approved && !now.Before(endOf(e.ExpiresAt)):
		return Expired
	}
	return string(e.Decision)
}

// at returns the place of a key of the entry, or of the entry.
func (e *Exception) at(key string) evctl.Position {
	if pos, ok := e.places[key]; ok {
		return pos
	}
	return e.Position
}
