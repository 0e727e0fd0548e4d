package envelope

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
)

// A Dump is a stream of events under the name that positions carry.
type Dump struct {
	Name string
	Read io.Reader
}

const (
	maxForks     = 10_000  // that are reported
	maxAggregate = 1 << 10 // bytes of an aggregate's name that a finding repeats
)

// A ForkSummary counts what two dumps hold.
type ForkSummary struct {
	Events     int // read from both
	Both       int // versions of aggregates that both dumps hold
	Forks      int
	Unreported int // forks beyond the first ten thousand
	Unordered  int // events that lack what they are compared by
	Untracked  int // events beyond what can be compared
}

// Forks compares two dumps of one stream, such as those of two regions, and
// reports each version of an aggregate that has another epoch or other content
// in the second one, in the order of that one. It judges nothing else: events
// need no schema. The error means that it could not read on.
//
// Its memory does not grow with the dumps. What it needs to remember of some
// forty thousand events and more, 60 bytes and the aggregate's name of each, goes
// into files in the folder for temporary ones until it returns.
func (c *Checker) Forks(ctx context.Context, first, second Dump, report func(evctl.Finding)) (sum ForkSummary, err error) {
	f := forks{options: c.options, pass: c.pass}
	defer func() { err = errors.Join(err, f.mine.close(), f.other.close()) }()
	if err := f.read(ctx, first, &f.mine); err != nil {
		return f.summary, err
	}
	if err := f.read(ctx, second, &f.other); err != nil {
		return f.summary, err
	}
	for i := range shardCount {
		if err := f.compare(ctx, i); err != nil {
			return f.summary, fmt.Errorf("compare %s with %s: %w", second.Name, first.Name, err)
		}
	}
	f.keepFirst()
	for _, pair := range f.found {
		finding := fork(first.Name, second.Name, pair)
		if adjust(&finding, c.options.Rules) {
			report(finding)
		}
	}
	f.summary.Unreported = f.summary.Forks - len(f.found)
	return f.summary, nil
}

type forks struct {
	options     Options
	pass        *pass
	summary     ForkSummary
	mine, other shards
	found       []pair
}

// A pair are two events of one version that differ.
type pair struct{ mine, other survivor }

// read takes a dump. One of events of which none can be compared is an error: it
// may be no dump at all.
func (f *forks) read(ctx context.Context, dump Dump, into *shards) error {
	events, unordered := f.summary.Events, f.summary.Unordered
	for frames := newFramer(dump.Read, f.options.MaxBytes); ; {
		frame, err := frames.next()
		if err == io.EOF {
			if n := f.summary.Events - events; n > 0 && f.summary.Unordered-unordered == n {
				return fmt.Errorf("read %s: no event says which version of which aggregate it is", dump.Name)
			}
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = f.add(into, frame)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", dump.Name, err)
		}
	}
}

func (f *forks) add(into *shards, fr frame) error {
	f.summary.Events++
	s, aggregate, ok := f.pass.ordered(fr)
	if !ok {
		s, aggregate, ok = f.parsed(fr)
	}
	if !ok {
		f.summary.Unordered++
		return nil
	}
	epoch := s.epoch
	s.epoch = 0 // the same place in every epoch
	aggregate = aggregate[:min(len(aggregate), maxAggregate)]
	return into.add(s.place(), survivor{epoch, s.version, s.content, int64(fr.line), aggregate})
}

// parsed returns the stamp of any event, and the name of its aggregate.
func (f *forks) parsed(fr frame) (s stamp, aggregate string, ok bool) {
	j := &judge{options: f.options}
	if fr.size > f.options.MaxBytes || !j.parse(fr.text) {
		return stamp{}, "", false
	}
	if s, ok = f.pass.stampOf(j.event, fr.text, fr.line); !ok {
		return stamp{}, "", false
	}
	return s, j.event.Get("aggregate_type").Text + "/" + j.event.Get("aggregate_id").Text, true
}

// compare looks at one shard of both dumps.
func (f *forks) compare(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	mine, left, err := f.mine.load(i)
	if err != nil {
		return err
	}
	other, more, err := f.other.load(i)
	if err != nil {
		return err
	}
	f.summary.Untracked += left + more
	for place, a := range mine {
		b, ok := other[place]
		if !ok {
			continue
		}
		f.summary.Both++
		if a.epoch != b.epoch || a.content != b.content {
			f.summary.Forks++
			f.found = append(f.found, pair{a, b})
		}
	}
	if len(f.found) > 2*maxForks {
		f.keepFirst()
	}
	return nil
}

// keepFirst sorts what was found, and drops what is not reported.
func (f *forks) keepFirst() {
	slices.SortFunc(f.found, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.other.line, b.other.line), cmp.Compare(a.mine.line, b.mine.line), // an array may stand on one line
			cmp.Compare(a.other.aggregate, b.other.aggregate), cmp.Compare(a.other.version, b.other.version))
	})
	f.found = f.found[:min(len(f.found), maxForks)]
}

func fork(first, second string, p pair) evctl.Finding {
	what := "other content"
	if p.mine.epoch != p.other.epoch {
		what = fmt.Sprintf("epoch %d here and %d there", p.other.epoch, p.mine.epoch)
	}
	f := rules.Fork.At(evctl.Position{File: second, Line: int(p.other.line), Column: 1},
		"version %d of %s has %s", p.other.version, quote(p.other.aggregate), what)
	f.Path, f.Key = "/aggregate_version", fmt.Sprintf("%s@%d", p.other.aggregate, p.other.version)
	f.Related = []evctl.Related{{Position: evctl.Position{File: first, Line: int(p.mine.line), Column: 1}, Message: "the same version there"}}
	return f
}
