// Package orders is a service that carries its contracts with it, and writes an
// event with each change of an order.
package orders

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/examples/outbox"
)

// Contracts are the schemas of examples/schemas: the service starts without a
// registry.
//
//go:generate go run ../../../cmd/evctl bundle -C ../../.. -o examples/outbox/orders/contracts.zip
//go:embed contracts.zip
var Contracts []byte

// Schema creates the tables.
//
//go:embed schema.sql
var Schema string

// An Orders changes orders in a database.
type Orders struct {
	DB     *sql.DB
	Outbox outbox.Outbox
	Region string
	Epoch  int64 // raised by each failover
}

// Validator judges by the contracts that the service was built with, as evctl
// check does with the configuration that they were packed under.
func Validator(ctx context.Context) (*envelope.Validator, error) {
	source, err := envelope.FromBundle(Contracts)
	if err != nil {
		return nil, err
	}
	options := source.Options()
	options.Version = 2
	return envelope.NewValidator(ctx, source, options)
}

// Follow takes newer contracts from a folder that others keep up to date, such as
// a mounted volume, until ctx ends. What the service was built with, it keeps.
func Follow(ctx context.Context, v *envelope.Validator, folder string, failed func(error)) {
	v.RefreshEvery(ctx, time.Minute, func(context.Context) (evctl.Source, error) {
		return envelope.FromFS(os.DirFS(folder))
	}, failed)
}

// paid is the payload of order.paid, version 2.
type paid struct {
	OrderID     string          `json:"order_id"`
	CustomerID  string          `json:"customer_id"`
	AmountMinor int64           `json:"amount_minor"`
	Currency    string          `json:"currency"`
	Items       json.RawMessage `json:"items"`
}

// pay locks the row first: a second change of the same order waits here, so that
// versions leave in the order in which they were made.
const pay = `UPDATE orders SET status = 'PAID', version = version + 1 WHERE order_id = $1 AND status = 'PLACED'
RETURNING version, order_id, customer_id, amount_minor, currency, items`

// Pay marks an order as paid and tells so, or does neither.
func (o *Orders) Pay(ctx context.Context, order, correlation string) error {
	tx, err := o.DB.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("pay order %s: %w", order, err)
	}
	defer tx.Rollback() // does nothing after Commit
	var version int64
	var p paid
	row := tx.QueryRowContext(ctx, pay, order)
	if err := row.Scan(&version, &p.OrderID, &p.CustomerID, &p.AmountMinor, &p.Currency, &p.Items); err != nil {
		return fmt.Errorf("pay order %s: %w", order, err)
	}
	e, err := o.event(order, version, correlation, p)
	if err != nil {
		return err
	}
	if err := o.Outbox.Write(ctx, outbox.SQL(tx), e); err != nil {
		return fmt.Errorf("pay order %s: %w", order, err)
	}
	return tx.Commit()
}

func (o *Orders) event(order string, version int64, correlation string, p paid) (*envelope.Envelope, error) {
	payload, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return &envelope.Envelope{
		EventType: "order.paid", SchemaVersion: 2, SchemaRef: "events/order.paid@2",
		AggregateType: "order", AggregateID: order, AggregateVersion: version,
		WriterEpoch: o.Epoch, OriginRegion: o.Region,
		Producer: "order-service", CorrelationID: correlation, Payload: payload,
	}, nil
}
