package envelope

import (
	"encoding/binary"
	"hash/maphash"
	"strings"
	"sync"

	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/internal/jsondoc"
)

// What a stream remembers unless Options say otherwise.
const (
	DefaultWindow     = 1 << 16
	DefaultAggregates = 1 << 20
)

// A digest stands for a text in this process: 128 bits that nobody can foresee.
type digest [16]byte

// drawn holds the seeds of this process, once the first digest is made: nothing
// runs before main.
var drawn struct {
	once  sync.Once
	seeds [2]maphash.Seed
}

// seeds make the two halves of a digest.
func seeds() [2]maphash.Seed {
	drawn.once.Do(func() { drawn.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()} })
	return drawn.seeds
}

func digestOf(parts ...string) digest { return digestBytes([]byte(strings.Join(parts, "\x00"))) }

func digestBytes(text []byte) (d digest) {
	for i, seed := range seeds() {
		binary.BigEndian.PutUint64(d[8*i:], maphash.Bytes(seed, text))
	}
	return d
}

// A stamp is what the order of a stream is judged by.
type stamp struct {
	aggregate      digest // of type and id
	epoch, version int64
	id             digest // of event_id
	content        uint64 // of the whole event, see reading.digest
	line           int
}

// stampOf reads the stamp of an event; false if a field it needs is missing or
// wrong, which has been reported. An event without epoch counts as epoch 1.
func (p *pass) stampOf(event *jsondoc.Node, written []byte, line int) (stamp, bool) {
	text := func(name string) (string, bool) {
		n := event.Get(name)
		if n == nil || n.Kind != jsondoc.String {
			return "", false
		}
		return n.Text, n.Text != ""
	}
	count := func(name string) (int64, bool) {
		n := event.Get(name)
		if n == nil || n.Kind != jsondoc.Number {
			return 0, false
		}
		i, ok := integer(n)
		return i, ok && i > 0
	}
	kind, ok1 := text("aggregate_type")
	name, ok2 := text("aggregate_id")
	id, ok3 := text("event_id")
	version, ok4 := count("aggregate_version")
	epoch, ok5 := int64(1), true
	if event.Get("writer_epoch") != nil {
		epoch, ok5 = count("writer_epoch")
	}
	m := program.Get(written)
	defer m.Free()
	r := reading{pass: p, m: m}
	r.members(m.Space(0))
	return stamp{
		aggregate: digestOf(kind, name), epoch: epoch, version: version, line: line,
		id: digestOf(id), content: r.digest(0),
	}, ok1 && ok2 && ok3 && ok4 && ok5
}

// place identifies one version of one aggregate in one epoch. Both halves are
// scrambled one to one: what nobody can foresee of the aggregate tells its place
// from those of others, version and epoch from its own.
func (s *stamp) place() (d digest) {
	version := binary.BigEndian.Uint64(s.aggregate[:8]) ^ uint64(s.version)
	epoch := binary.BigEndian.Uint64(s.aggregate[8:]) ^ uint64(s.epoch)
	binary.BigEndian.PutUint64(d[:8], scrambled(version))
	binary.BigEndian.PutUint64(d[8:], scrambled(epoch))
	return d
}

func scrambled(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	return (x ^ x>>32) * 0x9e3779b97f4a7c15
}

// An aggregate is the entry that a stream keeps for each (type, id).
type aggregate struct {
	key         digest
	epoch       int64 // the highest seen
	first, last int64 // versions seen in it: the first to come, the highest
	since       int64 // sequence number of the first event of the epoch
	id, content uint64
}

// A history is what a stream remembers: an entry for each aggregate, and the
// recent events.
type history struct {
	aggregates aggregates
	limit      int   // of aggregates
	sequence   int64 // events remembered so far
	recent     window
	touched    uint64 // what expect has read, so that nobody leaves the reading out
}

func newHistory(o Options) *history {
	return &history{limit: o.Aggregates, recent: newWindow(o.Window)}
}

// expect reads the memory that events will need, all at once: when it is asked for
// one event after another, each waits for what is not in the cache.
func (h *history) expect(entries []entry) {
	for i := range entries {
		s := &entries[i].stamp
		h.touched += h.recent.touch(s.id, i) + uint64(h.aggregates.touch(s.aggregate))
	}
}

// A relation is what an event is to those before it.
type relation int

const (
	next       relation = iota // the version that was due, or the first of its aggregate or epoch
	untracked                  // its aggregate is beyond the limit
	repeated                   // the same event was seen
	reused                     // its id was seen with other content
	conflict                   // its version was seen with another id
	gap                        // versions before it are missing
	late                       // a higher version was seen, this one was not
	unverified                 // a higher version was seen, and what this one was is forgotten
	stale                      // a higher epoch was seen
)

// add compares the event with the past and remembers it. The line of an earlier
// event that the relation speaks of is 0 if it is not known; due is the version
// expected of a gap, the highest seen of late, the epoch of stale.
func (h *history) add(s *stamp) (rel relation, line int, due int64) {
	h.sequence++
	place := s.place()
	if past := h.recent.byID(s.id); past != nil {
		if past.content == s.content {
			return repeated, past.line, 0
		}
		rel, line = reused, past.line
	}
	a := h.aggregates.get(s.aggregate)
	if a == nil {
		if h.aggregates.count >= h.limit {
			if rel != reused {
				rel = untracked
			}
			return rel, line, 0
		}
		a = h.aggregates.add(s.aggregate)
	}
	if rel != reused {
		rel, line, due = h.relate(a, s, place)
	}
	if rel != next && rel != gap {
		h.recent.place()
	}
	h.advance(a, s)
	h.recent.add(sighting{s.id, place, s.content, h.sequence, s.line})
	return rel, line, due
}

// relate compares an event of an id not remembered with its aggregate.
func (h *history) relate(a *aggregate, s *stamp, place digest) (rel relation, line int, due int64) {
	switch {
	case s.epoch > a.epoch: // also the first of its aggregate
		return next, 0, 0
	case s.epoch < a.epoch:
		return stale, 0, a.epoch
	case s.version == a.last+1:
		return next, 0, 0
	case s.version > a.last:
		return gap, 0, a.last + 1
	case s.version == a.last && a.id == short(s.id) && a.content == s.content:
		return repeated, 0, 0
	case s.version == a.last && a.id == short(s.id):
		return reused, 0, 0
	}
	if past := h.recent.byPlace(place); past != nil {
		return conflict, past.line, 0
	}
	switch {
	case s.version == a.last:
		return conflict, 0, 0
	case s.version > a.first && a.since >= h.recent.since():
		return late, 0, a.last
	}
	return unverified, 0, 0
}

func (h *history) advance(a *aggregate, s *stamp) {
	switch {
	case s.epoch > a.epoch:
		*a = aggregate{key: a.key, epoch: s.epoch, first: s.version, since: h.sequence}
	case s.epoch < a.epoch || s.version <= a.last:
		return
	}
	a.last, a.id, a.content = s.version, short(s.id), s.content
}

func short(d digest) uint64 { return binary.BigEndian.Uint64(d[:]) }
