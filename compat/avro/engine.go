package avro

import (
	"context"

	"github.com/evctl/evctl"
	model "github.com/evctl/evctl/internal/avro"
)

// An Engine compares Avro schemas. It keeps nothing between calls.
type Engine struct{}

// New returns an Engine.
func New() *Engine { return &Engine{} }

// Compare resolves new against old in the directions asked for. Both policies
// are one for Avro: a reader ignores fields it does not know.
func (*Engine) Compare(ctx context.Context, old, new *evctl.Schema, dirs []evctl.Direction, _ evctl.Semantics) (evctl.Judgement, error) {
	n, invalid := readNew(new)
	o, invalidOld := read(old)
	if invalid = append(invalid, invalidOld...); len(invalid) > 0 {
		return evctl.Judgement{Verdict: evctl.Invalid, Findings: invalid}, nil
	}
	judgement := evctl.Judgement{Verdict: evctl.Compatible, Findings: notes(n)}
	for _, dir := range dirs {
		r := newResolver(ctx, dir, o.Root, n.Root)
		if err := r.run(); err != nil {
			return evctl.Judgement{}, err
		}
		judgement.Findings = append(judgement.Findings, r.findings...)
		judgement.Verdict = worse(judgement.Verdict, r.verdict)
	}
	evctl.SortFindings(judgement.Findings)
	return judgement, nil
}

func worse(a, b evctl.Verdict) evctl.Verdict {
	if a == evctl.Incompatible || b == evctl.Compatible {
		return a
	}
	return b
}

// Renames finds fields that vanish from a record while an equal one appears
// beside them, unless an alias says that this is a rename. The error means that
// ctx ended.
func (*Engine) Renames(ctx context.Context, old, new *evctl.Schema) ([]evctl.Finding, error) {
	n, invalid := read(new)
	o, invalidOld := read(old)
	if len(invalid)+len(invalidOld) > 0 {
		return nil, nil
	}
	r := newResolver(ctx, evctl.Backward, o.Root, n.Root)
	if r.resolve(r.reader, r.writer, nil) != nil {
		return nil, ctx.Err()
	}
	var findings []evctl.Finding
	for _, p := range r.records {
		findings = append(findings, renames(p.writer, p.reader)...)
	}
	evctl.SortFindings(findings)
	return findings[:min(len(findings), maxFindings)], nil
}

// pair is a question: does the reader read what the writer wrote?
type pair struct{ reader, writer *model.Type }
