package kafka

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"golang.org/x/sync/errgroup"
)

// What a client holds of records that were not asked for yet, in bytes.
const (
	fetchBytes     = 8 << 20 // of one broker
	partitionBytes = 1 << 20
)

// What brokers hold for a reader they send at once. Once they have sent nothing
// for so long, and do answer, there is nothing: compaction and transactions leave
// offsets without a record.
const silence = 6 * time.Second

// A delivery hands what arrives to the readers of its partitions.
type delivery struct {
	*Client
	topic string
	each  func(context.Context, *Reader) error
	ctx   context.Context
	group *errgroup.Group
	heard time.Time // when something arrived last

	mu      sync.Mutex
	readers map[int32]*Reader
}

func (c *Client) delivery(ctx context.Context, topic string, each func(context.Context, *Reader) error) *delivery {
	group, ctx := errgroup.WithContext(ctx)
	return &delivery{Client: c, topic: topic, each: each, ctx: ctx, group: group, heard: time.Now(), readers: map[int32]*Reader{}}
}

// consumer returns a client that reads what the options say.
func (d *delivery) consumer(options ...kgo.Opt) (*kgo.Client, error) {
	return kgo.NewClient(append(append(options, d.options...),
		kgo.KeepControlRecords(), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NoResetOffset()),
		kgo.FetchMaxWait(time.Second), kgo.FetchMaxBytes(fetchBytes), kgo.FetchMaxPartitionBytes(partitionBytes))...)
}

// Read calls each for every range, all at once, and returns when they all have
// returned. Each may return before the end of its range. No offset is committed.
func (c *Client) Read(ctx context.Context, topic string, ranges []Range, each func(context.Context, *Reader) error) error {
	d := c.delivery(ctx, topic, each)
	starts := map[int32]kgo.Offset{}
	for _, r := range ranges {
		if !d.start(r).ended {
			starts[r.Partition] = kgo.NewOffset().At(r.From)
		}
	}
	d.group.Go(func() error { return d.poll(starts) })
	return d.group.Wait()
}

func (d *delivery) poll(starts map[int32]kgo.Offset) error {
	if len(starts) == 0 {
		return nil
	}
	consumer, err := d.consumer(kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{d.topic: starts}))
	if err != nil {
		return err
	}
	defer consumer.Close()
	for d.open() > 0 {
		if err := d.fetch(consumer); err != nil {
			return err
		}
	}
	return nil
}

// start begins to read a range.
func (d *delivery) start(r Range) *Reader {
	d.mu.Lock()
	defer d.mu.Unlock()
	reader := newReader(d.ctx, r)
	if r.From >= r.To {
		reader.end()
	}
	d.readers[r.Partition] = reader
	d.group.Go(func() error {
		defer close(reader.gone)
		return d.each(d.ctx, reader)
	})
	return reader
}

// open counts the readers that wait for more.
func (d *delivery) open() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.readers {
		if !r.ended {
			n++
		}
	}
	return n
}

// fetch hands out what arrives within a second.
func (d *delivery) fetch(consumer *kgo.Client) error {
	waiting, cancel := context.WithTimeout(d.ctx, time.Second)
	defer cancel()
	fetches := consumer.PollFetches(waiting)
	if d.ctx.Err() != nil {
		return context.Cause(d.ctx)
	}
	for _, e := range fetches.Errors() {
		if err := d.fatal(e.Err); err != nil {
			return d.explain(d.ctx, fmt.Sprintf("read %s/%d", d.topic, e.Partition), err)
		}
	}
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		if !d.hand(p) {
			consumer.PauseFetchPartitions(map[string][]int32{d.topic: {p.Partition}})
		}
	})
	if fetches.NumRecords() > 0 {
		d.heard = time.Now()
	}
	return d.listen()
}

// fatal passes over what says that nothing has come, or that the client joins
// its group anew.
func (d *delivery) fatal(err error) error {
	var session *kgo.ErrGroupSession
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &session) && !isRefused(err) {
		return nil
	}
	return err
}

// hand passes records to the partition's reader; false means that nobody waits
// for more of them.
func (d *delivery) hand(p kgo.FetchTopicPartition) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.readers[p.Partition]
	if r == nil || r.ended {
		return false
	}
	if !r.hand(p.Records) {
		r.end()
	}
	return !r.ended
}

// listen ends the ranges of which brokers that do answer send nothing.
func (d *delivery) listen() error {
	if d.open() == 0 || time.Since(d.heard) < silence {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var partitions []int32
	for p, r := range d.readers {
		if !r.ended {
			partitions = append(partitions, p)
		}
	}
	if _, err := d.offsets(d.ctx, d.topic, partitions, latest); err != nil {
		return d.explain(d.ctx, "list offsets of "+d.topic, err)
	}
	for _, p := range partitions {
		d.readers[p].hush()
	}
	return nil
}
