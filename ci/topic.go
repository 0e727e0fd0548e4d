package ci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/kafka"
)

// A Topic is a range of a Kafka topic. Zero times stand for its start and its
// present end.
type Topic struct {
	Brokers  []string // host:port
	Name     string
	Group    string                   // whose members share the partitions; empty reads alone and commits nothing
	From, To time.Time                // of records: from From on, before To
	Environ  func(name string) string // answers for TLS and SASL, see package kafka
}

// ParseTopic reads kafka://HOST:PORT,…/TOPIC; false if the text has another
// scheme.
func ParseTopic(text string) (t Topic, is bool, err error) {
	rest, is := strings.CutPrefix(text, "kafka://")
	if !is {
		return Topic{}, false, nil
	}
	brokers, name, ok := strings.Cut(rest, "/")
	if name, err = url.PathUnescape(name); err != nil || !ok || brokers == "" || name == "" || strings.ContainsAny(name, "/?") {
		return Topic{}, true, &UsageError{fmt.Errorf("%s names no topic", text), "want kafka://HOST:PORT,HOST:PORT/TOPIC"}
	}
	if strings.Contains(brokers, "@") {
		return Topic{}, true, &UsageError{errors.New("credentials do not belong into an address"), "set " + kafka.EnvUser + " and " + kafka.EnvPassword}
	}
	return Topic{Brokers: strings.Split(brokers, ","), Name: name}, true, nil
}

// ValidateTopic judges each partition of a topic as a stream of its own, all
// side by side. It commits offsets for a group alone. A limit counts for each
// partition.
func ValidateTopic(ctx context.Context, cfg *config.Config, topic Topic, v Validation) (report.Report, error) {
	client, err := kafka.Dial(topic.Brokers, brokerSettings(cfg), topic.Environ)
	if err != nil {
		return report.Report{}, &UsageError{err, "see kafka in evctl.yaml and EVCTL_KAFKA_… in the environment"}
	}
	defer client.Close()
	ranges, err := client.Ranges(ctx, topic.Name, topic.From, topic.To)
	if errors.Is(err, kafka.ErrUnknownTopic) {
		return report.Report{}, &UsageError{err, "the same is told to a user who may not see a topic"}
	}
	if err != nil {
		return report.Report{}, err
	}
	return validated(ctx, cfg, v, len(ranges), func(ctx context.Context, b *bulk) error {
		t := &topical{bulk: b, topic: topic, workers: max(1, runtime.GOMAXPROCS(0)/len(ranges))}
		read := func() error { return client.Read(ctx, topic.Name, ranges, t.judge) }
		if topic.Group != "" {
			read = func() error { return client.Share(ctx, topic.Group, topic.Name, ranges, t.judge) }
		}
		err := read()
		t.close()
		return err
	})
}

// brokerSettings are those of the configuration, which may be nil.
func brokerSettings(cfg *config.Config) kafka.Settings {
	if cfg == nil {
		return kafka.Settings{}
	}
	t, s := cfg.Kafka.TLS, cfg.Kafka.SASL
	return kafka.Settings{
		TLS: t.Enabled, CA: cfg.Path(t.CA), Cert: cfg.Path(t.Cert), Key: cfg.Path(t.Key),
		Mechanism: s.Mechanism, User: s.User, Extensions: s.Extensions,
		Password: kafka.Secret{Env: s.PasswordEnv, File: cfg.Path(s.PasswordFile)},
		Token:    kafka.Secret{Env: s.TokenEnv, File: cfg.Path(s.TokenFile)},
	}
}

// topical is a run over the partitions of a topic.
type topical struct {
	*bulk
	topic   Topic
	workers int         // for each partition
	enough  atomic.Bool // a fault was found that ends the run
	mu      sync.Mutex
	parts   []*part
}

// A part is what was found in one partition, while it was read.
type part struct {
	*kafka.Reader
	name  string
	found collection
	sum   envelope.Summary
}

// judge reads a partition.
func (t *topical) judge(ctx context.Context, r *kafka.Reader) error {
	p := &part{Reader: r, name: fmt.Sprintf("%s/%d", t.topic.Name, r.Partition)}
	t.mu.Lock()
	t.parts = append(t.parts, p)
	t.mu.Unlock()
	stream := envelope.Stream{
		Name: p.name, Workers: t.workers, Limit: t.Limit, Sample: t.Sample, FailFast: t.FailFast, Framed: true, Decode: records.Decoder,
		Records: func() (envelope.Record, error) {
			record, err := r.Next()
			if err == nil && t.enough.Load() {
				err = errEnough
			}
			t.read.Add(int64(len(record.Value)))
			return envelope.Record{Text: record.Value, Header: record.Header(wire.Header), Line: int(record.Offset) + 1,
				Offset: record.Offset, Next: record.Offset + 1, Last: record.Last}, err
		},
		Place:    func(line int) (string, int) { return fmt.Sprintf("%s@%d", p.name, line-1), 1 },
		Progress: func(sum envelope.Summary, next int64) { t.reached(p, sum, next) },
	}
	t.count(&stream)
	sum, err := t.checker.Read(ctx, stream, p.found.add)
	t.mu.Lock()
	p.sum = sum
	t.mu.Unlock()
	switch stopped := t.FailFast && sum.Invalid > 0; {
	case errors.Is(err, errEnough):
		return nil
	case err != nil:
		return fmt.Errorf("validate %s: %w", t.topic.Name, err)
	case stopped:
		t.enough.Store(true)
	case t.Limit == 0 || sum.Events < t.Limit:
		r.Done(r.Reached())
	}
	return nil
}

// errEnough ends the partitions of a run that has found its fault elsewhere.
var errEnough = errors.New("a fault was found in another partition")

// reached takes into account how far a partition was judged.
func (t *topical) reached(p *part, sum envelope.Summary, next int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.sum = sum
	if next > 0 {
		p.Done(next)
	}
	if t.Progress == nil {
		return
	}
	progress := Progress{Bytes: t.read.Load()}
	for _, p := range t.parts {
		progress.Events += p.sum.Events
		progress.Invalid += p.sum.Invalid
	}
	t.Progress(progress)
}

// close gathers what the partitions found, in their order.
func (t *topical) close() {
	t.noteSample()
	slices.SortStableFunc(t.parts, func(a, b *part) int {
		return cmp.Or(cmp.Compare(a.Partition, b.Partition), cmp.Compare(a.From, b.From))
	})
	tombstones := 0
	for _, p := range t.parts {
		t.sum.Add(p.sum)
		t.found.left += p.found.left
		for _, f := range p.found.findings {
			t.found.add(f)
		}
		tombstones += p.Tombstones()
		if n := p.Silent(); n > 0 {
			t.notes = append(t.notes, fmt.Sprintf("%s: the brokers hold nothing of the last %d offsets before %d, as after compaction", p.name, n, p.To))
		}
		if p.Reached() < p.To {
			t.notes = append(t.notes, fmt.Sprintf("%s was not read to its end at offset %d", p.name, p.To))
		}
	}
	if tombstones > 0 {
		t.notes = append(t.notes, fmt.Sprintf("records without a value, which are no events: %d", tombstones))
	}
}

// ParseTime reads a time as RFC 3339 writes it, a date, or how long ago: 24h.
// Empty text is the zero time.
func ParseTime(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, &UsageError{errors.New(text + " is no time"), "want 2026-03-01T09:30:00Z, 2026-03-01, or how long ago: 24h"}
}
