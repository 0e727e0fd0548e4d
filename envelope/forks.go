package envelope

import (
	"context"
	"fmt"
	"io"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
)

// A Dump is a stream of events under the name that positions carry.
type Dump struct {
	Name string
	Read io.Reader
}

// maxDumped bounds the events of a dump that are compared, about 100 bytes each.
const maxDumped = 10_000_000

// A ForkSummary counts what two dumps hold.
type ForkSummary struct {
	Events    int // read from both
	Both      int // versions of aggregates that both dumps hold
	Forks     int
	Unordered int // events that lack what they are compared by
	Untracked int // events beyond the limit, not compared
}

// Forks compares two dumps of one stream, such as those of two regions, and
// reports each version of an aggregate that has another epoch or other content
// in the second one, in the order of that one. It judges nothing else: events
// need no schema. The error means that it could not read on.
func (c *Checker) Forks(ctx context.Context, first, second Dump, report func(evctl.Finding)) (ForkSummary, error) {
	f := forks{options: c.options}
	mine, err := f.read(ctx, first)
	if err != nil {
		return f.summary, err
	}
	other, err := f.read(ctx, second)
	if err != nil {
		return f.summary, err
	}
	var found []evctl.Finding
	for place, a := range mine {
		b, ok := other[place]
		if !ok {
			continue
		}
		f.summary.Both++
		if a.epoch != b.epoch || a.content != b.content {
			found = append(found, fork(first.Name, second.Name, a, b))
		}
	}
	f.summary.Forks = len(found)
	evctl.SortFindings(found)
	for _, finding := range found {
		if adjust(&finding, c.options.Rules) {
			report(finding)
		}
	}
	return f.summary, nil
}

type forks struct {
	options Options
	summary ForkSummary
}

// A survivor is the event of a version that has the highest epoch.
type survivor struct {
	epoch, version int64
	content        digest
	line           int
	aggregate      string
}

func (f *forks) read(ctx context.Context, dump Dump) (map[digest]survivor, error) {
	found := map[digest]survivor{}
	for frames := newFramer(dump.Read, f.options.MaxBytes); ; {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read %s: %w", dump.Name, err)
		}
		frame, err := frames.next()
		if err == io.EOF {
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", dump.Name, err)
		}
		f.summary.Events++
		f.add(found, frame)
	}
}

func (f *forks) add(found map[digest]survivor, fr frame) {
	j := &judge{options: f.options}
	if fr.size > f.options.MaxBytes || !j.parse(fr.text) {
		f.summary.Unordered++
		return
	}
	s, ok := stampOf(j.event, fr.text, fr.line)
	if !ok {
		f.summary.Unordered++
		return
	}
	epoch := s.epoch
	s.epoch = 0 // the same place in every epoch
	place := s.place()
	before, seen := found[place]
	switch {
	case !seen && len(found) == maxDumped:
		f.summary.Untracked++
	case !seen || epoch > before.epoch:
		name := j.event.Get("aggregate_type").Text + "/" + j.event.Get("aggregate_id").Text
		found[place] = survivor{epoch, s.version, s.content, fr.line, name}
	}
}

func fork(first, second string, a, b survivor) evctl.Finding {
	what := "other content"
	if a.epoch != b.epoch {
		what = fmt.Sprintf("epoch %d here and %d there", b.epoch, a.epoch)
	}
	f := rules.Fork.At(evctl.Position{File: second, Line: b.line, Column: 1},
		"version %d of %s has %s", b.version, quote(b.aggregate), what)
	f.Path, f.Key = "/aggregate_version", fmt.Sprintf("%s@%d", b.aggregate, b.version)
	f.Related = []evctl.Related{{Position: evctl.Position{File: first, Line: a.line, Column: 1}, Message: "the same version there"}}
	return f
}
