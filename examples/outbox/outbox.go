// Package outbox writes an event in the transaction of the change that it tells
// of, and only if it is valid.
//
// Call [Outbox.Write] with the transaction, as [SQL] or [PGX] makes it an [Exec],
// after the statement that locks the row of the aggregate. It sends nothing:
// change data capture, or a relay, publishes the table's rows by aggregateid.
package outbox

import (
	"context"
	"database/sql"

	"github.com/evctl/evctl/envelope"
)

// An Exec runs one statement in the transaction that it was made of.
type Exec func(ctx context.Context, statement string, args ...any) error

// SQL runs statements in a transaction of database/sql. It takes no *sql.DB: an
// event that is written outside of the transaction may tell of a change that is
// rolled back.
func SQL(tx *sql.Tx) Exec {
	return func(ctx context.Context, statement string, args ...any) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	}
}

// PGX runs statements in a pgx.Tx, without importing pgx.
func PGX[Tag any](tx interface {
	Exec(ctx context.Context, statement string, args ...any) (Tag, error)
	Commit(ctx context.Context) error // a pool has none
}) Exec {
	return func(ctx context.Context, statement string, args ...any) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	}
}

// An Outbox is the table of orders/schema.sql.
type Outbox struct{ Validator *envelope.Validator }

const insert = `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload) VALUES ($1, $2, $3, $4, $5)`

// Write stamps the event with its id and time, validates it, and inserts the
// bytes that were validated. The caller rolls back on an error: the change does
// not happen without its event.
func (o Outbox) Write(ctx context.Context, exec Exec, e *envelope.Envelope) error {
	event, err := o.Validator.Marshal(e)
	if err != nil {
		return err
	}
	return exec(ctx, insert, e.EventID, e.AggregateType, e.AggregateID, e.EventType, string(event))
}
