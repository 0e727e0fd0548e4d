package orders

import (
	"context"

	"github.com/twmb/franz-go/pkg/kgo"
)

// payAndPublish loses the event in a crash behind Commit.
func (o *Orders) payAndPublish(ctx context.Context, broker *kgo.Client, order string, event []byte) error {
	tx, err := o.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE orders SET status = 'PAID' WHERE order_id = $1`, order); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return broker.ProduceSync(ctx, &kgo.Record{Topic: "orders.events", Value: event}).FirstErr()
}

// payBeside tells of a change that may be rolled back.
func (o *Orders) payBeside(ctx context.Context, order string, event []byte) error {
	tx, err := o.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE orders SET status = 'PAID' WHERE order_id = $1`, order); err != nil {
		return err
	}
	if _, err := o.DB.ExecContext(ctx, `INSERT INTO outbox (payload) VALUES ($1)`, event); err != nil {
		return err
	}
	return tx.Commit()
}
