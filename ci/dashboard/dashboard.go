package dashboard

import (
	"cmp"
	"slices"

	"github.com/evctl/evctl/ci/report"
)

// Version is the version of the JSON shape. It rises when a field changes its
// meaning or goes away, not when one is added.
const Version = 1

// DecisionLimit is how many business days a decision may take (RFC: decision
// within five business days).
const DecisionLimit = 5

// A Dashboard is what is known of some repositories as of a day. Its lists are
// flat: each entry names its repository. dashboard.schema.json describes its
// JSON form.
type Dashboard struct {
	Version      int          `json:"version"`
	Tool         string       `json:"tool"` // evctl and its version
	Day          Day          `json:"day"`  // ages and states are as of this day
	Repositories []Repository `json:"repositories"`
	Exceptions   []Exception  `json:"exceptions"`
	Debt         []Debt       `json:"debt"`
	Services     []Service    `json:"services"`
	Measures     []Measure    `json:"measures"`
	Subjects     []Subject    `json:"subjects"`
	Consumers    []Consumer   `json:"consumers,omitempty"`
	Events       []Event      `json:"events"`
}

// A Repository is one source of the dashboard.
type Repository struct {
	Name     string          `json:"name"`
	Commit   string          `json:"commit,omitempty"` // the full object name that was judged
	From     string          `json:"from,omitempty"`   // the file, where it was read from an earlier run
	Families []report.Family `json:"families"`
	Summary  report.Summary  `json:"summary"`
	Notes    []string        `json:"notes,omitempty"`
	// Unjudged says why there is no verdict; empty if there is one.
	Unjudged string `json:"unjudged,omitempty"`
}

// An Exception is one filed waiver. Reports of earlier runs tell only id,
// state and last day; what they do not tell is empty.
type Exception struct {
	Repository string   `json:"repository"`
	ID         string   `json:"id"`
	Rules      []string `json:"rules"`
	Covers     string   `json:"covers,omitempty"` // what it matches, in words
	Reason     string   `json:"reason,omitempty"`
	Owner      string   `json:"owner,omitempty"`
	Approver   string   `json:"approver,omitempty"`
	URL        string   `json:"url,omitempty"`
	Decision   string   `json:"decision"` // pending, approved, denied
	Filed      Day      `json:"filed,omitempty"`
	Decided    Day      `json:"decided,omitempty"`
	Expires    Day      `json:"expires,omitempty"` // the last day
	Closed     Day      `json:"closed,omitempty"`
	// Took counts the business days from filing to the decision or, while
	// there is none, to the day of the dashboard it was gathered for; nil if
	// the day of filing is not known.
	Took     *int `json:"took,omitempty"`
	Renewals int  `json:"renewals,omitempty"` // how often it was renewed before
	Findings int  `json:"findings"`           // that it waives today
}

// An Event is a step in the life of an exception, as git tells it.
type Event struct {
	Repository string `json:"repository"`
	Exception  string `json:"exception"`
	Step       string `json:"step"` // filed, approved, denied, closed, removed
	Day        Day    `json:"day"`
	By         string `json:"by,omitempty"` // the author of the change
	Commit     string `json:"commit,omitempty"`
}

// A Debt is a finding that the baseline lists.
type Debt struct {
	Repository string `json:"repository"`
	ID         string `json:"id"` // the fingerprint
	Rule       string `json:"rule"`
	Subject    string `json:"subject,omitempty"`
	Path       string `json:"path,omitempty"`
	Owner      string `json:"owner,omitempty"`
	Since      Day    `json:"since"`
}

// A Service is how one service stands to the clauses of the RFC.
type Service struct {
	Repository string    `json:"repository"`
	Name       string    `json:"name"`
	Owner      string    `json:"owner,omitempty"`
	Verdicts   []Verdict `json:"verdicts"` // one a clause, by clause
	// Money and Mutating count the operations that move money and all that
	// mutate; nil if the contract does not tell.
	Money    *Coverage `json:"money,omitempty"`
	Mutating *Coverage `json:"mutating,omitempty"`
}

// A Coverage is how many of some operations comply: no clause about them
// fails, is waived or could not be judged.
type Coverage struct {
	Compliant int `json:"compliant"`
	Total     int `json:"total"`
	Due       Day `json:"due,omitempty"` // the last day by which all must; empty without a day of adoption
}

// A Verdict is what is known of one clause: of all that it speaks of in the
// service, the worst.
type Verdict struct {
	Clause  string  `json:"clause"` // KEY-001
	Outcome Outcome `json:"outcome"`
	Why     string  `json:"why,omitempty"`
}

// An Outcome is the state of a clause.
type Outcome string

// The outcomes. Only Pass is a pass.
const (
	Pass          Outcome = "pass"
	Waived        Outcome = "waived"
	Warn          Outcome = "warn"
	Inconclusive  Outcome = "inconclusive"
	Fail          Outcome = "fail"
	Broken        Outcome = "error" // its input cannot be read
	NotApplicable Outcome = "not applicable"
	NotConfigured Outcome = "not configured"
)

// outcomes are all of them, in the order of columns and bars.
func outcomes() []Outcome {
	return []Outcome{Pass, Waived, Warn, Inconclusive, Fail, Broken, NotApplicable, NotConfigured}
}

// Worst returns the worst of some outcomes; what says nothing gives way.
func Worst(list ...Outcome) Outcome {
	worst := Outcome("")
	for _, o := range list {
		if slices.Index(severities(), o) >= slices.Index(severities(), worst) {
			worst = o
		}
	}
	return worst
}

func severities() []Outcome {
	return []Outcome{"", NotConfigured, NotApplicable, Pass, Waived, Warn, Inconclusive, Fail, Broken}
}

// A Measure is a number that a service's metrics told.
type Measure struct {
	Repository string  `json:"repository"`
	Service    string  `json:"service"`
	Name       string  `json:"name"`           // one of the measures below
	Edge       string  `json:"edge,omitempty"` // of a retry ratio: caller and callee
	Value      float64 `json:"value"`
}

// The measures.
const (
	Duplicates = "suspected-duplicates"
	Unknown    = "unknown-outcomes-24h" // operations whose outcome is unknown for more than a day
	Operations = "operations"
	RetryRatio = "retry-ratio"
)

// A Subject is one event type.
type Subject struct {
	Repository string `json:"repository"`
	Name       string `json:"name"`
	Format     string `json:"format"` // json, avro, protobuf
	Owner      string `json:"owner,omitempty"`
	Mode       string `json:"mode"`
	Versions   int    `json:"versions"`
	Retired    int    `json:"retired,omitempty"`
	Deprecated string `json:"deprecated,omitempty"` // why
	Changed    Day    `json:"changed,omitempty"`    // when its files last changed
	Errors     int    `json:"errors"`
	Warnings   int    `json:"warnings"`
}

// A Consumer is a service that declares to read a subject, which may be another
// repository's.
type Consumer struct {
	Repository string   `json:"repository"`
	Service    string   `json:"service"`
	Subject    string   `json:"subject"`
	Versions   []int    `json:"versions"`
	Reads      []string `json:"reads,omitempty"` // fields; none means all
	Replays    bool     `json:"replays,omitempty"`
}

// Join puts dashboards of several repositories together, sorted, as of a day.
func Join(tool string, day Day, parts ...Dashboard) Dashboard {
	d := Dashboard{Version: Version, Tool: tool, Day: day, Repositories: []Repository{}, Exceptions: []Exception{},
		Debt: []Debt{}, Services: []Service{}, Measures: []Measure{}, Subjects: []Subject{}, Events: []Event{}}
	for _, p := range parts {
		d.Repositories = append(d.Repositories, p.Repositories...)
		d.Exceptions = append(d.Exceptions, p.Exceptions...)
		d.Debt = append(d.Debt, p.Debt...)
		d.Services = append(d.Services, p.Services...)
		d.Measures = append(d.Measures, p.Measures...)
		d.Subjects = append(d.Subjects, p.Subjects...)
		d.Consumers = append(d.Consumers, p.Consumers...)
		d.Events = append(d.Events, p.Events...)
	}
	sortBy(d.Repositories, func(r Repository) []string { return []string{r.Name, r.From} })
	sortBy(d.Exceptions, func(e Exception) []string { return []string{e.Repository, e.ID} })
	sortBy(d.Debt, func(e Debt) []string { return []string{e.Repository, e.Rule, e.Subject, e.Path, e.ID} })
	sortBy(d.Services, func(s Service) []string { return []string{s.Name, s.Repository} })
	sortBy(d.Measures, func(m Measure) []string { return []string{m.Name, m.Service, m.Edge, m.Repository} })
	sortBy(d.Subjects, func(s Subject) []string { return []string{s.Name, s.Repository} })
	sortBy(d.Consumers, func(c Consumer) []string { return []string{c.Subject, c.Service, c.Repository} })
	sortBy(d.Events, func(e Event) []string { return []string{string(e.Day), e.Repository, e.Exception} })
	for i := range d.Repositories {
		if d.Repositories[i].Families == nil {
			d.Repositories[i].Families = []report.Family{}
		}
	}
	for i := range d.Exceptions {
		if d.Exceptions[i].Rules == nil {
			d.Exceptions[i].Rules = []string{}
		}
	}
	for i, s := range d.Services {
		if s.Verdicts == nil {
			d.Services[i].Verdicts = []Verdict{}
		}
		slices.SortStableFunc(s.Verdicts, func(a, b Verdict) int { return cmp.Compare(a.Clause, b.Clause) })
	}
	return d
}

func sortBy[T any](list []T, key func(T) []string) {
	slices.SortStableFunc(list, func(a, b T) int { return slices.Compare(key(a), key(b)) })
}
