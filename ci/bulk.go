package ci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
)

// bulk is one run of Validate over its inputs.
type bulk struct {
	Validation
	checker  *envelope.Checker
	maxBytes int                                  // of an event
	toJSON   func(message []byte) ([]byte, error) // of Messages
	found    collection
	sum      envelope.Summary
	notes    []string
	read     atomic.Int64 // bytes, as they are stored
}

func (b *bulk) all(ctx context.Context) error {
	b.noteSample()
	for i, input := range b.Inputs {
		ended, err := b.one(ctx, input)
		if err != nil {
			return err
		}
		if left := len(b.Inputs) - i - 1; ended && left > 0 {
			b.notes = append(b.notes, fmt.Sprintf("inputs not looked at: %d", left))
			return nil
		}
	}
	return nil
}

func (b *bulk) noteSample() {
	if b.Sample > 1 {
		b.notes = append(b.notes, fmt.Sprintf("one event in %d was judged, their order was not looked at", b.Sample))
	}
}

// one judges one input. Ended means that the run has come to its limit.
func (b *bulk) one(ctx context.Context, input Events) (ended bool, err error) {
	stored, err := input.Open()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, stored.Close()) }()
	before, offset := b.sum, int64(0)
	stream := envelope.Stream{
		Name: input.Name, From: b.Offset, Sample: b.Sample, FailFast: b.FailFast,
		Progress: func(sum envelope.Summary, at int64) {
			offset = at
			b.tell(before, sum)
		},
	}
	unpacked, unit, err := b.feed(&stream, input, stored)
	if err != nil {
		return false, fmt.Errorf("validate %s: %w", input.Name, err)
	}
	defer unpacked.Close()
	if b.Limit > 0 {
		stream.Limit = b.Limit - before.Events
	}
	b.count(&stream)
	sum, err := b.checker.Read(ctx, stream, b.found.add)
	b.sum.Add(sum)
	if err != nil {
		return false, fmt.Errorf("validate %s: %w%s", input.Name, err, resume(unit, offset))
	}
	if ended = b.Limit > 0 && b.sum.Events >= b.Limit || b.FailFast && sum.Invalid > 0; ended {
		b.notes = append(b.notes, fmt.Sprintf("%s was judged up to %s %d: --offset %d goes on there", input.Name, unit, offset, offset))
	}
	return ended, nil
}

// feed makes a stream read what an input holds: messages by its name, everything
// else by its first bytes. Unit is what its offsets count.
func (b *bulk) feed(stream *envelope.Stream, input Events, stored io.Reader) (close io.Closer, unit string, err error) {
	if at, ok := stored.(io.ReaderAt); ok && input.Size > 0 && records.IsParquet(at) {
		stream.Records, err = records.Parquet(&counterAt{at, &b.read}, input.Size, b.Offset)
		return io.NopCloser(nil), "row", err
	}
	unpacked, err := b.bytes(stream, &counter{stored, &b.read})
	return unpacked, "byte", err
}

func (b *bulk) bytes(stream *envelope.Stream, stored io.Reader) (io.Closer, error) {
	if !b.holdsMessages(stream.Name) {
		opened, err := records.Open(stored)
		stream.Reader = opened
		return opened, err
	}
	if b.Messages.File == "" {
		return nil, &UsageError{errors.New("it holds Protobuf messages by its name, of which type is not known"), "--proto FILE --message NAME tells it"}
	}
	unpacked, err := records.Unpack(stored)
	if err != nil {
		return nil, err
	}
	stream.Records, stream.JSON = records.Messages(unpacked, b.maxBytes), b.toJSON
	return unpacked, nil
}

// count makes a stream tell the tally, if there is one, of its events.
func (b *bulk) count(stream *envelope.Stream) {
	if b.Tally != nil {
		stream.Seen, stream.Times = b.Tally.Event, b.Tally.Times
	}
}

// resume tells how to go on behind an error.
func resume(unit string, offset int64) string {
	if offset == 0 {
		return ""
	}
	return fmt.Sprintf(" (judged up to %s %d: --offset %d goes on there)", unit, offset, offset)
}

func (b *bulk) tell(before, sum envelope.Summary) {
	if b.Progress == nil {
		return
	}
	p := Progress{Events: before.Events + sum.Events, Invalid: before.Invalid + sum.Invalid, Bytes: b.read.Load()}
	for _, input := range b.Inputs {
		if input.Size == 0 {
			p.Size = 0
			break
		}
		p.Size += input.Size
	}
	b.Progress(p)
}

// A counterAt counts what is read through it.
type counterAt struct {
	io.ReaderAt
	read *atomic.Int64
}

func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.read.Add(int64(n))
	return n, err
}

// A counter counts what is read through it.
type counter struct {
	io.Reader
	read *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read.Add(int64(n))
	return n, err
}
