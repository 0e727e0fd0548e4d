package evctl

import (
	"context"
	"errors"
)

// Verdict is the answer to a compatibility question. Undecided is never a pass.
type Verdict string

// The verdicts.
const (
	Compatible   Verdict = "compatible"
	Incompatible Verdict = "incompatible"
	Undecided    Verdict = "undecided"
	Invalid      Verdict = "invalid" // a schema does not parse, or a reference does not resolve
)

// A Change is a new version of a subject beside the versions it must get along with.
type Change struct {
	Old       []*Schema // ascending; retired ones are passed over
	New       *Schema
	Mode      Mode
	Semantics Semantics
}

// A Judgement is a verdict with its reasons, sorted. An incompatible verdict
// has at least one finding of severity Error with a witness.
type Judgement struct {
	Verdict  Verdict
	Findings []Finding
	Cached   bool // it is that of an earlier run
}

// A Decider decides whether the versions of a change read each other's events.
// The error means that it could not judge (ctx ended, say); a schema that does
// not parse is a finding. Implementations are safe for concurrent use.
type Decider interface {
	Decide(ctx context.Context, change Change) (Judgement, error)
}

// A Source knows the published versions.
type Source interface {
	// Get returns one version, the newest if ref.Version is 0. The error
	// wraps ErrNotFound if there is none. An empty ref.Registry matches any.
	Get(ctx context.Context, ref SchemaRef) (*Schema, error)
	// Versions returns all versions of a subject, ascending, retired ones
	// marked. A subject that is not known has none; that is no error.
	Versions(ctx context.Context, subject string) ([]*Schema, error)
}

// ErrNotFound says that a source has no such subject or version.
var ErrNotFound = errors.New("not found")
