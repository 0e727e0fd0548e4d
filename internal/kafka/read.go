package kafka

import (
	"context"
	"io"
	"slices"
	"sync/atomic"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A Record is one event of a partition.
type Record struct {
	Offset int64
	Value  []byte
	Last   bool // no other is at hand yet

	headers []kgo.RecordHeader
}

// Header returns the last header of that name, nil if it is without a value or
// there is none.
func (r Record) Header(name string) []byte {
	for _, h := range slices.Backward(r.headers) {
		if h.Key == name {
			return h.Value
		}
	}
	return nil
}

// A Reader returns the records of a range, one after another, then io.EOF.
// Tombstones and control records are passed over.
type Reader struct {
	Range
	ctx        context.Context
	batches    chan []*kgo.Record
	batch      []*kgo.Record
	gone       chan struct{} // closed when nobody reads any more
	ended      bool          // batches is closed; known to the delivery alone
	next, done atomic.Int64  // offsets
	silent     atomic.Int64  // records that were expected and did not come
	tombstones atomic.Int64
}

func newReader(ctx context.Context, r Range) *Reader {
	reader := &Reader{Range: r, ctx: ctx, batches: make(chan []*kgo.Record, 2), gone: make(chan struct{})}
	reader.next.Store(r.From)
	reader.done.Store(r.From)
	return reader
}

// Next returns the next record.
func (r *Reader) Next() (Record, error) {
	for len(r.batch) == 0 {
		select {
		case batch, more := <-r.batches:
			if !more {
				return Record{}, io.EOF
			}
			r.batch = batch
		case <-r.ctx.Done():
			return Record{}, context.Cause(r.ctx)
		}
	}
	first := r.batch[0]
	r.batch = r.batch[1:]
	return Record{Offset: first.Offset, Value: first.Value, Last: len(r.batch) == 0, headers: first.Headers}, nil
}

// Done tells that everything before an offset needs no second look. A group goes
// on there.
func (r *Reader) Done(offset int64) { r.done.Store(offset) }

// Reached returns the offset that reading came to: all before it was returned,
// or is no event.
func (r *Reader) Reached() int64 { return r.next.Load() }

// Silent counts the offsets at the end of the range of which the brokers sent
// nothing: compaction leaves such.
func (r *Reader) Silent() int64 { return r.silent.Load() }

// Tombstones counts the records without a value among those read.
func (r *Reader) Tombstones() int { return int(r.tombstones.Load()) }

// hand passes records on; false means that the range has ended.
func (r *Reader) hand(records []*kgo.Record) bool {
	var batch []*kgo.Record
	next := r.next.Load()
	for _, record := range records {
		if record.Offset >= r.To {
			next = r.To
			break
		}
		next = record.Offset + 1
		switch {
		case record.Attrs.IsControl():
		case record.Value == nil:
			r.tombstones.Add(1)
		default:
			batch = append(batch, record)
		}
	}
	if len(batch) > 0 {
		select {
		case r.batches <- batch:
		case <-r.gone:
			return false
		case <-r.ctx.Done():
			return false
		}
	}
	r.next.Store(next)
	return next < r.To
}

// hush ends a range of which the brokers send no more.
func (r *Reader) hush() {
	r.silent.Store(r.To - r.next.Load())
	r.next.Store(r.To)
	r.end()
}

// end says that no more will come.
func (r *Reader) end() {
	if !r.ended {
		r.ended = true
		close(r.batches)
	}
}
