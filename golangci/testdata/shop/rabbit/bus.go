package rabbit

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

type Bus struct{ Channel *amqp.Channel }

func (b *Bus) Publish(ctx context.Context, id string) error {
	return b.Channel.PublishWithContext(ctx, "orders", "placed", false, false, amqp.Publishing{})
}
