package compat

import (
	"reflect"
	"slices"

	"github.com/evctl/evctl"
)

// joinDirections makes one finding of those that are one fact, broken in both
// directions: one fix or one exception deals with it. What only one direction
// has, its event above all, goes to a side of its own.
func joinDirections(findings []evctl.Finding) []evctl.Finding {
	type fact struct {
		id, file string
		severity evctl.Severity
	}
	at := map[fact]int{}
	var joined []evctl.Finding
	for _, f := range findings {
		same := fact{f.ID(), f.Position.File, f.Severity}
		i, known := at[same]
		if !known || f.Direction == "" || joined[i].Direction == "" {
			at[same] = len(joined)
			joined = append(joined, f)
			continue
		}
		joined[i] = join(joined[i], f)
	}
	return joined
}

// join adds what f says of its directions to a finding of the same fact.
func join(into, f evctl.Finding) evctl.Finding {
	parts := append(into.ByDirection(), f.ByDirection()...)
	var sides []evctl.Side
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		var side evctl.Side
		for _, p := range parts {
			if p.Direction == dir { // the later speaks of the newer version
				side = evctl.Side{Direction: dir, Message: p.Message, Breaks: union(side.Breaks, p.Breaks), Witness: p.Witness}
			}
		}
		if side.Direction != "" {
			sides = append(sides, side)
		}
	}
	for _, place := range f.Related {
		if !slices.Contains(into.Related, place) {
			into.Related = append(into.Related, place)
		}
	}
	for _, level := range f.Levels {
		if !slices.Contains(into.Levels, level) {
			into.Levels = append(slices.Clip(into.Levels), level)
		}
	}
	if f.Remedy != into.Remedy {
		into.Remedy = bothRemedies(into.Remedy, f.Remedy)
	}
	first := sides[0]
	into.Direction, into.Message, into.Witness, into.Breaks, into.Sides = first.Direction, first.Message, first.Witness, first.Breaks, nil
	if len(sides) == 1 {
		return into
	}
	second := sides[1]
	into.Direction, into.Breaks = evctl.Both, union(first.Breaks, second.Breaks)
	second.Direction = first.Direction
	if !reflect.DeepEqual(first, second) {
		into.Sides = sides
	}
	return into
}

func bothRemedies(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + "\n" + b
}

// union returns the versions in either list, ascending.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
