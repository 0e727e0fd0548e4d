package envelope

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"
)

// A batch ends with the event that brings it to one of these.
const (
	batchBytes  = 1 << 17
	batchEvents = 1 << 10
)

// An entry is one event of a batch.
type entry struct {
	frame
	result   result
	stamp    stamp
	stamped  bool
	occurred time.Time // with Stream.Times
}

// A batch is a piece of a stream that one worker judges.
type batch struct {
	lent    []byte // memory of a framer, or to be given to it
	text    []byte // of the entries that do not lie there
	entries []entry
	judged  chan struct{} // receives when the worker is done
	err     error         // why the entry behind the last that was judged was not
	done    int           // entries judged
}

func (b *batch) reset() {
	clear(b.entries)
	b.text, b.entries, b.err, b.done = b.text[:0], b.entries[:0], nil, 0
}

func (b *batch) add(f frame) {
	if !f.lent {
		f.text = b.keep(f.text)
	}
	b.entries = append(b.entries, entry{frame: f})
}

// keep copies bytes into the batch.
func (b *batch) keep(text []byte) []byte {
	start := len(b.text)
	b.text = append(b.text, text...)
	return b.text[start:len(b.text):len(b.text)] // of an older array if that grows: as good
}

func (b *batch) full() bool { return len(b.text) >= batchBytes || len(b.entries) == batchEvents }

// A cut is the end of a stream as the goroutine that reads it sees it.
type cut struct {
	*stream
	next          func() (frame, error)
	swap          func(spare []byte) []byte // see framer.swap
	work, ordered chan *batch
	free          chan *batch
	seen, taken   int
	err           error // other than io.EOF; set before ordered is closed
}

// run reads the stream in one goroutine, judges it in several, and takes what
// they found into account in order. There are at most as many batches as free
// holds.
func (s *stream) run(ctx context.Context, next func() (frame, error), swap func([]byte) []byte) error {
	workers := s.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	batches := 2*workers + 2
	c := &cut{stream: s, next: next, swap: swap, work: make(chan *batch, batches), ordered: make(chan *batch, batches), free: make(chan *batch, batches)}
	for range batches {
		c.free <- &batch{judged: make(chan struct{}, 1)}
	}
	judging, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	group.Go(func() { c.read(judging) })
	for range workers {
		group.Go(func() {
			for b := range c.work {
				s.judge(judging, b)
				b.judged <- struct{}{}
			}
		})
	}
	for b := range c.ordered {
		<-b.judged
		if err := s.collect(b); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			return err
		}
		b.reset()
		c.free <- b
	}
	return c.err
}

// errEnough ends a stream at its first fault.
var errEnough = errors.New("an invalid event was found")

// read cuts the stream into batches until it ends, or ctx does.
func (c *cut) read(ctx context.Context) {
	defer close(c.ordered)
	defer close(c.work)
	for more := true; more; {
		var b *batch
		select {
		case b = <-c.free:
		case <-ctx.Done():
			c.err = fmt.Errorf("read %s: %w", c.Name, ctx.Err())
			return
		}
		more = c.fill(ctx, b)
		b.lent = c.swap(b.lent)
		c.work <- b
		c.ordered <- b
	}
}

// fill reads one batch; false means that it is the last.
func (c *cut) fill(ctx context.Context, b *batch) bool {
	for !b.full() {
		if c.Limit > 0 && c.taken == c.Limit {
			return false
		}
		err := ctx.Err()
		var f frame
		if err == nil {
			f, err = c.next()
		}
		if err == errSpent {
			return true
		}
		if err == io.EOF {
			return false
		}
		if err != nil {
			c.err = fmt.Errorf("read %s: %w", c.Name, err)
			return false
		}
		if f.offset < c.From {
			continue
		}
		if c.seen++; c.Sample > 1 && (c.seen-1)%c.Sample > 0 {
			continue
		}
		c.taken++
		b.add(f)
		if f.pause {
			return true
		}
	}
	return true
}

// collect takes a batch into account.
func (s *stream) collect(b *batch) error {
	if s.Sample <= 1 {
		s.history.expect(b.entries[:b.done])
	}
	for i := range b.entries[:b.done] {
		invalid := s.summary.Invalid
		s.event(&b.entries[i])
		if s.FailFast && s.summary.Invalid > invalid {
			b.err = errEnough
			break
		}
	}
	if s.Progress != nil {
		s.Progress(s.summary, s.offset)
	}
	if errors.Is(b.err, errEnough) {
		return errEnough
	}
	if b.err != nil {
		return fmt.Errorf("%s:%d: %w", s.Name, b.entries[b.done].line, b.err)
	}
	return nil
}
