package compat

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/avro"
	"github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/compat/protobuf"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/diskcache"
)

// An engine compares two versions of one format.
type engine interface {
	// Compare answers the questions in dirs. Without a question it only says
	// what is wrong with new as it stands.
	Compare(ctx context.Context, old, new *evctl.Schema, dirs []evctl.Direction, sem evctl.Semantics) (evctl.Judgement, error)
	// Renames finds elements that vanish while an equal one appears beside them.
	// The error means that ctx ended.
	Renames(ctx context.Context, old, new *evctl.Schema) ([]evctl.Finding, error)
}

// A Decider implements evctl.Decider. Make one with New.
type Decider struct {
	engines map[evctl.Format]engine
	json    *jsonschema.Engine
	cache   *diskcache.Cache // nil: nothing is remembered
	tool    string
}

var _ evctl.Decider = (*Decider)(nil)

// New returns a Decider for all formats. It is safe for concurrent use.
func New() *Decider {
	json := jsonschema.New()
	return &Decider{json: json, engines: map[evctl.Format]engine{
		evctl.JSON:     json,
		evctl.Avro:     avro.New(),
		evctl.Protobuf: protobuf.New(),
	}}
}

// Decide compares change.New with the versions that its mode names: all that
// are not retired, or the newest of them. What several versions say alike is
// one finding whose Breaks lists them. A change without versions or questions
// is compatible unless New itself is invalid.
//
// The verdict answers the question of reading alone. Findings of severity
// Error may stand beside a compatible verdict: a probable rename, say, or a
// decimal whose scale changed, which a reader reads, but not as meant.
func (d *Decider) Decide(ctx context.Context, change evctl.Change) (evctl.Judgement, error) {
	m := newMerger(change.New)
	dirs := change.Mode.Directions()
	versions := compared(change)
	if len(versions) == 0 || len(dirs) == 0 {
		versions, dirs = []*evctl.Schema{change.New}, nil
	}
	var key diskcache.Key
	if d.cache != nil {
		key = d.question(change, versions, dirs)
		if known, ok := d.recall(key); ok {
			return known, nil
		}
	}
	if d.json != nil {
		d.json.Keep(size(versions))
	}
	for i, old := range versions {
		newest := i == len(versions)-1
		if err := d.compare(ctx, m, old, dirs, change.Semantics, newest); err != nil {
			return evctl.Judgement{}, err
		}
	}
	judgement := m.judgement()
	d.keep(key, judgement)
	return judgement, nil
}

func size(versions []*evctl.Schema) (bytes int) {
	for _, s := range versions {
		bytes += len(s.Text)
	}
	return bytes
}

// compared returns the versions that the mode asks about, ascending.
func compared(change evctl.Change) []*evctl.Schema {
	var versions []*evctl.Schema
	for _, old := range change.Old {
		if !old.Retired {
			versions = append(versions, old)
		}
	}
	if !change.Mode.All && len(versions) > 1 {
		versions = versions[len(versions)-1:]
	}
	return versions
}

func (d *Decider) compare(ctx context.Context, m *merger, old *evctl.Schema, dirs []evctl.Direction, sem evctl.Semantics, newest bool) (err error) {
	defer func() {
		if p := recover(); p != nil { // a defect of ours must not read as a verdict
			err = fmt.Errorf("compare %s with %s: internal error: %v\n%s", m.new.SchemaRef, old.SchemaRef, p, debug.Stack())
		}
	}()
	if old.Format != m.new.Format {
		m.add(old, formatChanged(old, m.new))
		return nil
	}
	e, ok := d.engines[m.new.Format]
	if !ok {
		return fmt.Errorf("compare %s: no engine for format %q", m.new.SchemaRef, m.new.Format)
	}
	if identical(old, m.new) {
		dirs = nil // a reader reads what its own schema wrote
	}
	judgement, err := e.Compare(ctx, old, m.new, dirs, sem)
	if err != nil {
		return fmt.Errorf("compare %s with %s: %w", m.new.SchemaRef, old.SchemaRef, err)
	}
	m.add(old, judgement)
	if newest && len(dirs) > 0 && judgement.Verdict != evctl.Invalid {
		renames, err := e.Renames(ctx, old, m.new)
		if err != nil {
			return fmt.Errorf("compare %s with %s: %w", m.new.SchemaRef, old.SchemaRef, err)
		}
		m.addFindings(old, renames)
	}
	return nil
}

// identical reports whether two versions say the same byte for byte, through
// all that they refer to.
func identical(a, b *evctl.Schema) bool {
	if a == b {
		return true
	}
	if !bytes.Equal(a.Text, b.Text) || a.Message != b.Message || len(a.Refs) != len(b.Refs) {
		return false
	}
	for name, ref := range a.Refs {
		other, ok := b.Refs[name]
		if !ok || !bytes.Equal(ref.Text, other.Text) {
			return false
		}
	}
	return true
}

func formatChanged(old, new *evctl.Schema) evctl.Judgement {
	f := rules.FormatChanged.At(evctl.Position{File: new.File},
		"version %d is %s, the new schema is %s", old.Version, old.Format, new.Format)
	f.Key, f.Breaks = string(new.Format), []int{old.Version}
	f.Old = &evctl.OldPosition{Position: evctl.Position{File: old.File}}
	f.Remedy = "publish the event in its new format under a subject of its own"
	f.Witness = &evctl.Witness{Error: fmt.Sprintf("any event: bytes written as %s are not %s", old.Format, new.Format)}
	return evctl.Judgement{Verdict: evctl.Incompatible, Findings: []evctl.Finding{f}}
}
