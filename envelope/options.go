package envelope

import (
	"fmt"

	"github.com/evctl/evctl"
)

// DefaultMaxBytes is the size an event may have unless Options say otherwise,
// below the 1 MiB that brokers take by default.
const DefaultMaxBytes = 900_000

// Options are the choices of a Checker or a Validator. The zero value judges
// events as their producer, under the lenient policy, each by the version of
// the envelope that it shows, and a stream as a topic.
type Options struct {
	Semantics evctl.Semantics // must be those of the compatibility check
	// Policies holds the policy of each subject that has one of its own.
	Policies map[string]evctl.Policy
	Registry string // first part of each schema_ref; empty accepts any
	Version  int    // 2: every event must be of version 2
	// MaxBytes is the largest event, in bytes as written. A larger one is
	// reported and not parsed. 0 means DefaultMaxBytes.
	MaxBytes int
	Role     Role
	Origin   Origin
	// Rules changes severities, by rule id. Off drops the finding.
	Rules map[string]evctl.Severity
	// Mode says what a Validator does about an invalid event.
	Mode Mode
	// Rate is the share of the events that mode Sample judges, above 0 and at
	// most 1. Which ones hangs on their id alone: a retry, a relay and a consumer
	// that sample at one rate look at the same events.
	Rate float64
	// Observer, if set, is told of each event that a Validator judges. It is
	// called by the goroutine that validates, so it must be quick, and safe for
	// concurrent use. Packages envelope/prommetrics and envelope/otelmetrics have
	// some.
	Observer func(Judgement)
	// Redact keeps values of events out of the messages: they name types, and
	// names of members.
	Redact bool
	// Window is how many recent events a stream remembers to tell re-deliveries
	// from conflicts, at most 150 bytes each. 0 means DefaultWindow.
	Window int
	// Aggregates is how many aggregates a stream follows, at most 85 bytes
	// each. 0 means DefaultAggregates.
	Aggregates int
}

func (o Options) withDefaults() Options {
	for _, n := range []struct {
		value *int
		unset int
	}{{&o.MaxBytes, DefaultMaxBytes}, {&o.Window, DefaultWindow}, {&o.Aggregates, DefaultAggregates}} {
		if *n.value <= 0 {
			*n.value = n.unset
		}
	}
	return o
}

// semantics returns those that hold for the payloads of a subject.
func (o Options) semantics(subject string) evctl.Semantics {
	s := o.Semantics
	if policy, ok := o.Policies[subject]; ok {
		s.Policy = policy
	}
	return s
}

// A Role is the half of the policy by which an event is judged. The zero value
// is Writer().
type Role struct {
	reads bool
	with  evctl.SchemaRef
}

// Writer is the producer's half: the event must be valid, and under the lenient
// policy hold no name that its own schema does not know.
func Writer() Role { return Role{} }

// Reader is the consumer's half: under the lenient policy the names that the
// schema does not know are dropped first. The zero ref reads each event with
// the version it names; version 0 means the newest published.
func Reader(with evctl.SchemaRef) Role { return Role{reads: true, with: with} }

// Schema is the ref that a reader reads every event with; the zero ref if there
// is none.
func (r Role) Schema() evctl.SchemaRef { return r.with }

func (r Role) String() string {
	if r.reads {
		return "reader"
	}
	return "writer"
}

// An Origin says where a stream was taken from.
type Origin int

// The origins.
const (
	Topic  Origin = iota // at least once: an event may come again
	Outbox               // a table: each event once
)

// ParseOrigin reads topic or outbox.
func ParseOrigin(text string) (Origin, error) {
	switch text {
	case "topic":
		return Topic, nil
	case "outbox":
		return Outbox, nil
	}
	return 0, fmt.Errorf("unknown source %q: want outbox or topic", text)
}
