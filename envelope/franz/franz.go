// Package franz keeps a franz-go client from producing records that are no valid
// events.
//
// Call [NewClient] in place of kgo.NewClient: the client that it returns has all
// methods of a *kgo.Client, and fails an invalid record with the
// *envelope.InvalidError before it is buffered. Where something else builds the
// client, such as kgo.NewGroupTransactSession, pass a [Hook] to kgo.WithHooks:
// records are refused as well, but with an error of kgo's own, and [Refusal]
// tells why.
//
// Hooks of kgo return no error. This one takes the topic from a record that it
// refuses, and kgo fails each record without a topic at once: whatever a program
// calls to produce, the record meets the hook, stays out of every batch, and has
// its promise called in turn with those of others. A wrapper around the client
// could be passed by, and would call promises at the same time as kgo does.
//
// The value of a record is the event, bare or behind the header of a registry's
// serializer, which may also stand among the record's headers: it must name the
// schema that the event names. A consumer calls [Validate] with what it has
// fetched. The package looks at neither key nor topic.
package franz

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/wire"
)

// A Hook refuses records. It must be the last of a client's hooks that change
// records. Its validator's mode holds: one that observes lets everything pass.
type Hook struct {
	Validator *envelope.Validator
	// Skip, if set, tells records that are no events, by their topic for one.
	Skip func(*kgo.Record) bool
}

var _ kgo.HookProduceRecordBuffered = (*Hook)(nil)

// OnProduceRecordBuffered implements kgo.HookProduceRecordBuffered.
func (h *Hook) OnProduceRecordBuffered(r *kgo.Record) {
	if before := refusalOf(r); before != nil {
		r.Context = before.Context // it is produced again
		r.Topic = cmp.Or(r.Topic, before.topic)
	}
	if h.Skip != nil && h.Skip(r) {
		return
	}
	if err := Validate(h.Validator, envelope.Writer(), r); err != nil {
		r.Context = &refusal{r.Context, r.Topic, err}
		r.Topic = ""
	}
}

// Validate judges the event of a record by the half, see
// [envelope.Validator.ValidateRecord].
func Validate(v *envelope.Validator, role envelope.Role, r *kgo.Record) error {
	for _, h := range slices.Backward(r.Headers) {
		if h.Key == wire.Header {
			return v.ValidateRecord(role, h.Value, r.Value)
		}
	}
	return v.ValidateRecord(role, nil, r.Value)
}

// A refusal stands in the context of a record that was refused.
type refusal struct {
	context.Context // which the record had
	topic           string
	err             error
}

func refusalOf(r *kgo.Record) *refusal {
	found, _ := r.Context.(*refusal)
	return found
}

// Refusal returns why a Hook refused the record, or nil if it did not. The error
// wraps an *envelope.InvalidError.
func Refusal(r *kgo.Record) error {
	found := refusalOf(r)
	if found == nil {
		return nil
	}
	return fmt.Errorf("refuse a record for topic %s: %w", found.topic, found.err)
}

// A Client is a kgo client that refuses invalid events.
type Client struct{ *kgo.Client }

// NewClient returns a client with the hook, which is put behind other hooks.
func NewClient(h *Hook, opts ...kgo.Opt) (*Client, error) {
	client, err := kgo.NewClient(append(opts[:len(opts):len(opts)], kgo.WithHooks(h))...)
	if err != nil {
		return nil, err
	}
	return &Client{client}, nil
}

// Produce is kgo's Produce; the promise of a refused record is called with what
// Refusal says, and its record has its topic again.
func (c *Client) Produce(ctx context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	c.Client.Produce(ctx, r, explained(promise))
}

// TryProduce is kgo's TryProduce, with promises as in Produce.
func (c *Client) TryProduce(ctx context.Context, r *kgo.Record, promise func(*kgo.Record, error)) {
	c.Client.TryProduce(ctx, r, explained(promise))
}

// ProduceSync is kgo's ProduceSync, with errors as in Produce. Valid records are
// produced even if others are refused.
func (c *Client) ProduceSync(ctx context.Context, records ...*kgo.Record) kgo.ProduceResults {
	results := c.Client.ProduceSync(ctx, records...)
	for i, r := range results {
		results[i].Err = explain(r.Record, r.Err)
	}
	return results
}

func explained(promise func(*kgo.Record, error)) func(*kgo.Record, error) {
	if promise == nil {
		return nil
	}
	return func(r *kgo.Record, err error) { promise(r, explain(r, err)) }
}

// explain returns why a record failed, and undoes what the hook did to it.
func explain(r *kgo.Record, err error) error {
	why := Refusal(r)
	if why == nil {
		return err
	}
	found := refusalOf(r)
	r.Context, r.Topic = found.Context, found.topic
	return why
}
