// Package verdict is what the RFC's rules answer with: one [Verdict] for each
// clause and each thing it speaks of, with the place it rests on. Rules write
// to a [Sheet]. The package judges nothing.
package verdict

import (
	"fmt"

	"github.com/evctl/evctl"
)

// An Outcome is the answer for one clause and one thing.
type Outcome string

// The outcomes. Only Pass is a pass.
const (
	Pass          Outcome = "pass"
	Fail          Outcome = "fail"
	Warn          Outcome = "warn"           // kept, but not as well as it should be
	Waived        Outcome = "waived"         // fails, and an exception covers it
	NotApplicable Outcome = "not applicable" // the clause does not speak of this
	NotConfigured Outcome = "not configured" // nobody asked: the contract names no input
	Inconclusive  Outcome = "inconclusive"   // an input is missing or cannot be read this far
	Error         Outcome = "error"          // an input is broken; contract/ has the finding
)

// Outcomes returns all outcomes, the worst first.
func Outcomes() []Outcome {
	return []Outcome{Error, Fail, Inconclusive, Warn, Waived, Pass, NotApplicable, NotConfigured}
}

// A Verdict is the answer of a rule about one thing.
type Verdict struct {
	Rule     string                `json:"rule"`
	Clause   string                `json:"clause"`
	Service  string                `json:"service"`
	Item     string                `json:"item,omitempty"` // operation, client, topic, event type or exception; empty: the service
	Outcome  Outcome               `json:"outcome"`
	Message  string                `json:"message"` // what was found and what is wanted, or what the verdict rests on
	Position evctl.Position        `json:"location"`
	Evidence []evctl.Related       `json:"evidence,omitempty"`
	Severity evctl.Severity        `json:"severity"`        // of the finding; off where there is none
	Due      string                `json:"due,omitempty"`   // YYYY-MM-DD: until then it is a warning
	Views    string                `json:"views,omitempty"` // the rule that reports this fact, where it is not this one
	Waiver   *evctl.ExceptionState `json:"exception,omitempty"`

	Money bool `json:"-"` // it is about something that moves money
}

// Finding returns the finding that a verdict is, if it is one of its own.
func (v Verdict) Finding() (evctl.Finding, bool) {
	if v.Severity == evctl.Off || v.Views != "" {
		return evctl.Finding{}, false
	}
	message := v.Message
	if v.Outcome == Inconclusive {
		message = "inconclusive: " + message
	}
	if v.Due != "" {
		message += ", an error after " + v.Due
	}
	return evctl.Finding{Rule: v.Rule, Severity: v.Severity, Subject: v.Service, Path: v.Item, Message: message,
		Position: v.Position, Related: v.Evidence, Exception: v.Waiver}, true
}

// A Sheet collects the verdicts of one rule about one service.
type Sheet struct {
	Verdicts []Verdict
	About    string // the thing that the next verdicts are about
	Money    bool
}

// On makes the next verdicts about a thing of the service.
func (s *Sheet) On(item string, money bool) *Sheet {
	s.About, s.Money = item, money
	return s
}

func (s *Sheet) add(o Outcome, at evctl.Position, message string, args []any) *Verdict {
	s.Verdicts = append(s.Verdicts, Verdict{Item: s.About, Money: s.Money, Outcome: o, Position: at, Message: fmt.Sprintf(message, args...)})
	return &s.Verdicts[len(s.Verdicts)-1]
}

// Pass says that the clause is kept, and what that rests on.
func (s *Sheet) Pass(at evctl.Position, message string, args ...any) *Verdict {
	return s.add(Pass, at, message, args)
}

// Fail says that the clause is broken: what was found and what is wanted.
func (s *Sheet) Fail(at evctl.Position, message string, args ...any) *Verdict {
	return s.add(Fail, at, message, args)
}

// Warn says that the clause is kept, but barely.
func (s *Sheet) Warn(at evctl.Position, message string, args ...any) *Verdict {
	return s.add(Warn, at, message, args)
}

// NotApplicable says why the clause does not speak of this.
func (s *Sheet) NotApplicable(at evctl.Position, why string, args ...any) *Verdict {
	return s.add(NotApplicable, at, why, args)
}

// NotConfigured says which input nobody named.
func (s *Sheet) NotConfigured(at evctl.Position, why string, args ...any) *Verdict {
	return s.add(NotConfigured, at, why, args)
}

// Inconclusive says what is missing to judge.
func (s *Sheet) Inconclusive(at evctl.Position, why string, args ...any) *Verdict {
	return s.add(Inconclusive, at, why, args)
}

// Broken says which input cannot be read.
func (s *Sheet) Broken(at evctl.Position, why string, args ...any) *Verdict {
	return s.add(Error, at, why, args)
}

// View marks all verdicts so far as views of what another rule reports.
func (s *Sheet) View(rule string) {
	for i := range s.Verdicts {
		s.Verdicts[i].View(rule)
	}
}

// Because adds a place that the verdict rests on.
func (v *Verdict) Because(at evctl.Position, message string, args ...any) *Verdict {
	if at.File != "" {
		v.Evidence = append(v.Evidence, evctl.Related{Position: at, Message: fmt.Sprintf(message, args...)})
	}
	return v
}

// View marks the verdict as a view of what another rule reports.
func (v *Verdict) View(rule string) *Verdict {
	v.Views = rule
	return v
}
