// Package impact tells which of the declared consumers a change hits.
//
// Call [Judge] with a change, what a Decider found about it, and the consumers of
// the subject. Consumers come from service contracts, which this package does
// not know: whoever calls it fills in [Consumer].
package impact

import (
	"context"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/outline"
)

// A Consumer is somebody who declares to read a subject.
type Consumer struct {
	Name     string
	Versions []int    // that its code reads
	Reads    []string // fields, as JSON pointers in which * stands for items and keys; none means all
	Replays  bool     // it reads old events again
}

// Judge returns the findings with the consumers that each breaks. Findings that
// break no declared consumer get an empty list, not nil. It adds a finding for
// each optional field that the change takes from a consumer.
//
// A consumer of version v is hit where readers of v cannot read new events. It
// is hit where the new schema cannot read old events if it replays them, or
// already lists the new version. Either holds for what it reads alone. Where a
// schema cannot be laid out, it counts as reading all.
//
// Findings of other families, and those that are merely notes, stay as they are.
func Judge(ctx context.Context, change evctl.Change, findings []evctl.Finding, consumers []Consumer) []evctl.Finding {
	j := &judge{ctx: ctx, change: change, outlines: map[*evctl.Schema]*outline.Schema{}, trails: map[read]*outline.Trail{}}
	out := slices.Clone(findings)
	for i, f := range out {
		if strings.HasPrefix(f.Rule, "compat/") && f.Severity > evctl.Info {
			out[i].Consumers = j.hit(f, consumers)
		}
	}
	out = append(out, j.removals(out, consumers)...)
	evctl.SortFindings(out)
	return out
}

type judge struct {
	ctx      context.Context
	change   evctl.Change
	outlines map[*evctl.Schema]*outline.Schema // nil: there is none
	trails   map[read]*outline.Trail
}

// read is a field that somebody reads of a version.
type read struct {
	of    *outline.Schema
	field string
}

// hit names the consumers that a finding breaks, sorted.
func (j *judge) hit(f evctl.Finding, consumers []Consumer) []string {
	names := []string{}
	for _, c := range consumers {
		for _, side := range f.ByDirection() {
			if j.concerns(side, c) && j.touches(f, c) {
				names = append(names, c.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// concerns reports whether a consumer's code is on the side that breaks.
func (j *judge) concerns(f evctl.Finding, c Consumer) bool {
	switch f.Direction {
	case evctl.Forward:
		return len(f.Breaks) == 0 || intersects(c.Versions, f.Breaks)
	case evctl.Backward:
		return c.Replays || j.change.New.Version > 0 && slices.Contains(c.Versions, j.change.New.Version)
	}
	return true
}

func intersects(a, b []int) bool {
	return slices.ContainsFunc(a, func(n int) bool { return slices.Contains(b, n) })
}

// touches reports whether a finding speaks of something that a consumer reads.
func (j *judge) touches(f evctl.Finding, c Consumer) bool {
	if len(c.Reads) == 0 {
		return true
	}
	return slices.ContainsFunc(c.Reads, func(field string) bool { return j.touchesField(f, field) })
}

// touchesField looks at the finding's place in both schemas. A place may be a
// mere parent where the element itself is gone, so what lies beside the field
// on one side says more than what lies above it on the other.
func (j *judge) touchesField(f evctl.Finding, field string) bool {
	now := j.touch(j.change.New, f.Path, f.Position, f, field)
	if f.Old == nil {
		return now != outline.Beside
	}
	was := j.touch(j.version(f.Old.Version), f.Old.Path, f.Old.Position, f, field)
	return was == outline.Within || now == outline.Within || was == outline.Above && now == outline.Above
}

// touch tells how a read meets the place of a finding in one schema.
func (j *judge) touch(s *evctl.Schema, path string, at evctl.Position, f evctl.Finding, field string) outline.Touch {
	o := j.outline(s)
	if o == nil {
		return outline.Within
	}
	part := o.Find(path)
	if part == nil {
		return outline.Beside
	}
	trail := j.trails[read{o, field}]
	if trail == nil {
		trail = o.Follow(outline.Tokens(field))
		j.trails[read{o, field}] = trail
	}
	part, name := member(f, part, at)
	return trail.Touches(part, name)
}

// version returns an old version, the newest if nobody knows which.
func (j *judge) version(n int) *evctl.Schema {
	var newest *evctl.Schema
	for _, s := range j.change.Old {
		if s.Version == n {
			return s
		}
		if !s.Retired {
			newest = s
		}
	}
	return newest
}

// outline lays a version out, once; it is nil if that cannot be.
func (j *judge) outline(s *evctl.Schema) *outline.Schema {
	if s == nil {
		return nil
	}
	o, known := j.outlines[s]
	if !known {
		o = Outline(j.ctx, s, j.change.Semantics)
		j.outlines[s] = o
	}
	return o
}
