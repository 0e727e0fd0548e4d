// Package kafka reads a range of a topic, all partitions side by side: alone,
// or as a member of a consumer group whose members share the partitions. It is
// the home of the Kafka client. Nothing is written to a broker but the offsets
// of a group that was asked for.
//
// [Dial] connects, [Client.Ranges] finds out what there is to read, and
// [Client.Read] or [Client.Share] reads it.
package kafka

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// How long a broker that does not answer is asked again.
const patience = 10 * time.Second

// A Client knows a cluster.
type Client struct {
	brokers []string
	options []kgo.Opt
	ask     *kgo.Client
}

// Dial prepares a client for the brokers, as host:port. It connects when it is
// used. Environ answers for the variables whose names begin with EVCTL_KAFKA,
// which count before the settings, and for those that the settings name.
func Dial(brokers []string, settings Settings, environ func(string) string) (*Client, error) {
	secured, err := security(settings, environ)
	if err != nil {
		return nil, err
	}
	options := append(secured, kgo.SeedBrokers(brokers...), kgo.ClientID("evctl"),
		kgo.RequestRetries(4), kgo.RetryTimeout(patience), kgo.DialTimeout(patience/2))
	ask, err := kgo.NewClient(options...)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", strings.Join(brokers, ","), err)
	}
	return &Client{brokers, options, ask}, nil
}

// Close ends all connections.
func (c *Client) Close() { c.ask.Close() }

// A Range is a part of a partition: offsets from From up to To, without To.
type Range struct {
	Partition int32
	From, To  int64
}

// What asks for the ends of a partition in place of a time.
const (
	latest   = -1
	earliest = -2
)

// Ranges tells what each partition holds between two times of records, or from
// its start and up to its present end where a time is zero. Sorted by partition.
func (c *Client) Ranges(ctx context.Context, topic string, from, to time.Time) ([]Range, error) {
	partitions, err := c.partitions(ctx, topic)
	if err != nil {
		return nil, c.explain(ctx, "read metadata of "+topic, err)
	}
	ranges, err := c.ranges(ctx, topic, partitions, from, to)
	if err != nil {
		return nil, c.explain(ctx, "list offsets of "+topic, err)
	}
	return ranges, nil
}

func (c *Client) ranges(ctx context.Context, topic string, partitions []int32, from, to time.Time) ([]Range, error) {
	end, err := c.offsets(ctx, topic, partitions, latest)
	if err != nil {
		return nil, err
	}
	start, err := c.offsets(ctx, topic, partitions, millis(from, earliest))
	if err != nil {
		return nil, err
	}
	until, err := c.offsets(ctx, topic, partitions, millis(to, latest))
	if err != nil {
		return nil, err
	}
	var ranges []Range
	for _, p := range partitions {
		r := Range{p, start[p], min(until[p], end[p])}
		if r.From < 0 { // no record is that young
			r.From = end[p]
		}
		if r.To < 0 {
			r.To = end[p]
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

func millis(t time.Time, zero int64) int64 {
	if t.IsZero() {
		return zero
	}
	return t.UnixMilli()
}

// partitions lists those of a topic, sorted.
func (c *Client) partitions(ctx context.Context, topic string) ([]int32, error) {
	request := kmsg.NewPtrMetadataRequest()
	wanted := kmsg.NewMetadataRequestTopic()
	wanted.Topic = kmsg.StringPtr(topic)
	request.Topics = append(request.Topics, wanted)
	answer, err := request.RequestWith(ctx, c.ask)
	if err != nil {
		return nil, err
	}
	var partitions []int32
	for _, t := range answer.Topics {
		if err := kerr.ErrorForCode(t.ErrorCode); err != nil {
			return nil, err
		}
		for _, p := range t.Partitions {
			partitions = append(partitions, p.Partition)
		}
	}
	if len(partitions) == 0 {
		return nil, errors.New("the topic has no partition")
	}
	slices.Sort(partitions)
	return partitions, nil
}

// offsets asks for the first offset at or after a time in milliseconds; -1 where
// there is none.
func (c *Client) offsets(ctx context.Context, topic string, partitions []int32, at int64) (map[int32]int64, error) {
	request := kmsg.NewPtrListOffsetsRequest()
	request.ReplicaID = -1
	request.IsolationLevel = 1 // of latest: what is committed
	wanted := kmsg.NewListOffsetsRequestTopic()
	wanted.Topic = topic
	for _, p := range partitions {
		partition := kmsg.NewListOffsetsRequestTopicPartition()
		partition.Partition, partition.Timestamp = p, at
		wanted.Partitions = append(wanted.Partitions, partition)
	}
	request.Topics = append(request.Topics, wanted)
	found := map[int32]int64{}
	for _, shard := range c.ask.RequestSharded(ctx, request) {
		if shard.Err != nil {
			return nil, shard.Err
		}
		for _, t := range shard.Resp.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
					return nil, fmt.Errorf("partition %d: %w", p.Partition, err)
				}
				found[p.Partition] = p.Offset
			}
		}
	}
	return found, nil
}
