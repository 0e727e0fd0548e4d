package exceptions

import (
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions/rules"
	"github.com/evctl/evctl/internal/yamldoc"
)

// document is the file as it is written.
type document struct {
	Version    int     `yaml:"version"`
	Exceptions []entry `yaml:"exceptions"`
}

type entry struct {
	ID        string   `yaml:"id"`
	Rules     []string `yaml:"rules"`
	Match     Match    `yaml:"match"`
	Reason    string   `yaml:"reason"`
	Owner     string   `yaml:"owner"`
	FiledAt   string   `yaml:"filed_at"`
	Decision  Decision `yaml:"decision"`
	DecidedAt string   `yaml:"decided_at"`
	Approver  string   `yaml:"approver"`
	ExpiresAt string   `yaml:"expires_at"`
	Renews    string   `yaml:"renews"`
	ClosedAt  string   `yaml:"closed_at"`
	URL       string   `yaml:"url"`
}

// Parse reads an exceptions file. Resolve turns a rule's id or alias into its
// id. A text that is not such a file is an error with a position; an entry
// that is incomplete is left out and becomes a finding of [File.Apply].
func Parse(name string, text []byte, resolve func(string) (id string, ok bool)) (*File, error) {
	doc, err := yamldoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	content := document{Version: 1}
	if err := doc.Decode(&content); err != nil {
		return nil, err
	}
	if content.Version != 1 {
		return nil, &yamldoc.Error{Position: doc.Position("version"), Message: "want version: 1, the only one there is"}
	}
	file := &File{Name: name}
	seen := map[string]bool{}
	for i, raw := range content.Exceptions {
		r := reader{entry: raw, resolve: resolve, seen: seen, above: file}
		r.e.Position = doc.Position("exceptions", i)
		r.e.places = places(doc, i)
		r.read()
		if len(r.faults) == 0 {
			file.Exceptions = append(file.Exceptions, r.e)
		}
		file.faults = append(file.faults, r.faults...)
	}
	return file, nil
}

func places(doc *yamldoc.Document, i int) map[string]evctl.Position {
	out := map[string]evctl.Position{}
	for _, key := range []string{"id", "rules", "match", "reason", "owner", "filed_at", "decision", "decided_at", "approver", "expires_at", "renews", "closed_at"} {
		out[key] = doc.Position("exceptions", i, key)
	}
	return out
}

// reader turns one entry into an Exception and collects what is wrong with it.
type reader struct {
	entry
	resolve func(string) (string, bool)
	seen    map[string]bool
	above   *File
	e       Exception
	faults  []evctl.Finding
}

func (r *reader) fault(key, message string, args ...any) {
	r.faults = append(r.faults, r.e.finding(rules.Invalid, key, message, args...))
}

func (r *reader) read() {
	r.e.ID, r.e.Reason, r.e.Owner, r.e.URL = r.ID, r.Reason, r.Owner, r.URL
	r.e.Match, r.e.Decision, r.e.Approver = r.Match, r.Decision, r.Approver
	r.readID()
	r.readRules()
	r.readMatch()
	if strings.TrimSpace(r.Reason) == "" {
		r.fault("reason", "no reason, want one that a reader can judge")
	}
	if r.Owner == "" {
		r.fault("owner", "no owner, want who asks for the exception")
	}
	r.e.FiledAt = r.day("filed_at", r.FiledAt, true)
	r.readDecision()
	r.e.ClosedAt = r.day("closed_at", r.entry.ClosedAt, false)
	if r.entry.ClosedAt != "" && r.e.ClosedAt.Before(r.e.FiledAt) {
		r.fault("closed_at", "closed on %s before it was filed on %s", format(r.e.ClosedAt), format(r.e.FiledAt))
	}
	r.readRenewal()
}

// readRenewal wants a renewal to follow an approval above it: a chain cannot
// close into a circle, and each link was judged before the next was asked for.
func (r *reader) readRenewal() {
	if r.entry.Renews == "" {
		return
	}
	r.e.Renews = r.entry.Renews
	old := r.above.Find(r.e.Renews)
	switch {
	case old == nil || old.Decision != Approved:
		r.fault("renews", "renews %s, want an approved exception that stands above it", r.e.Renews)
	case r.e.FiledAt.Before(old.DecidedAt):
		r.fault("renews", "filed on %s before %s was decided on %s", format(r.e.FiledAt), old.ID, format(old.DecidedAt))
	case slices.ContainsFunc(r.e.Rules, func(id string) bool { return !slices.Contains(old.Rules, id) }):
		r.fault("renews", "renews %s and is about other rules, want an exception of its own for those", old.ID)
	}
}

func (r *reader) readID() {
	switch {
	case !isID(r.ID):
		r.fault("id", "id %q, want one like EX-2026-014", r.ID)
	case r.seen[r.ID]:
		r.fault("id", "id %s is used by an entry above, want a new one", r.ID)
	}
	r.seen[r.ID] = true
}

// isID reports whether a text looks like EX-2026-014.
func isID(text string) bool {
	rest, ok := strings.CutPrefix(text, "EX-")
	year, number, _ := strings.Cut(rest, "-")
	return ok && len(year) == 4 && len(number) >= 3 && strings.Trim(year+number, "0123456789") == ""
}

func (r *reader) readRules() {
	if len(r.Rules) == 0 {
		r.fault("rules", "no rules, want the ids of those it waives")
	}
	for _, name := range r.Rules {
		id, ok := r.resolve(name)
		r.e.Rules = append(r.e.Rules, id)
		switch family, _, _ := strings.Cut(id, "/"); {
		case !ok:
			r.fault("rules", "unknown rule %q, see evctl explain for the list", name)
		case family == "parse" || family == "exception" && id != rules.GuardLoosened.ID:
			r.fault("rules", "rule %s cannot be waived, since nothing could be judged then", id)
		default:
			continue
		}
		r.faults[len(r.faults)-1].Key = name
	}
}

func (r *reader) readMatch() {
	m := r.Match
	others := m.Service != "" || len(m.Operations) > 0 || m.Subject != "" || m.Path != ""
	switch {
	case m.Fingerprint != "" && others:
		r.fault("match", "fingerprint beside other fields, want the fingerprint alone or none")
	case m.Fingerprint == "" && m.Service == "" && m.Subject == "":
		r.fault("match", "matches everything, want a fingerprint, a subject or a service")
	case m.Service != "" && m.Subject != "":
		r.fault("match", "service and subject together match nothing, want one of them")
	case len(m.Operations) > 0 && m.Service == "":
		r.fault("match", "operations without a service, want the service that has them")
	}
}

func (r *reader) readDecision() {
	switch r.Decision {
	case Pending:
		return
	case Approved, Denied:
	default:
		r.fault("decision", "decision %q, want %s, %s or %s", r.Decision, Pending, Approved, Denied)
		return
	}
	r.e.DecidedAt = r.day("decided_at", r.entry.DecidedAt, true)
	if r.e.DecidedAt.Before(r.e.FiledAt) && !r.e.DecidedAt.IsZero() {
		r.fault("decided_at", "decided on %s before it was filed on %s", format(r.e.DecidedAt), format(r.e.FiledAt))
	}
	if r.e.Approver == "" {
		r.fault("approver", "no approver, want who decided")
	}
	r.e.ExpiresAt = r.day("expires_at", r.entry.ExpiresAt, r.Decision == Approved)
	if r.Decision == Approved && !r.e.ExpiresAt.IsZero() && r.e.ExpiresAt.Before(r.e.DecidedAt) {
		r.fault("expires_at", "expires on %s before it was decided on %s", format(r.e.ExpiresAt), format(r.e.DecidedAt))
	}
}

// day reads YYYY-MM-DD.
func (r *reader) day(key, text string, required bool) time.Time {
	if text == "" && !required {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, text)
	switch {
	case text == "":
		r.fault(key, "no %s, want a day as YYYY-MM-DD", key)
	case err != nil:
		r.fault(key, "%s is %q, want a day as YYYY-MM-DD", key, text)
	}
	return day
}

// Find returns the valid exception with the id, or nil. A nil file has none.
func (f *File) Find(id string) *Exception {
	if f == nil {
		return nil
	}
	if i := slices.IndexFunc(f.Exceptions, func(e Exception) bool { return e.ID == id }); i >= 0 {
		return &f.Exceptions[i]
	}
	return nil
}
