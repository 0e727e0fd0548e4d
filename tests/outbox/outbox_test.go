// Package outbox runs the example service against a real PostgreSQL, and has
// evctl lint judge its code.
package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/examples/outbox"
	"github.com/evctl/evctl/examples/outbox/orders"
)

const place = `INSERT INTO orders (order_id, customer_id, status, amount_minor, currency, items) VALUES ($1, 'c_1', 'PLACED', 4599, $2, $3)`

// service returns the example on a fresh database.
func service(t *testing.T) (*orders.Orders, string) {
	t.Helper()
	dsn := postgres(t)
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.ExecContext(t.Context(), orders.Schema); err != nil {
		t.Fatal(err)
	}
	v, err := orders.Validator(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []struct{ id, currency, items string }{
		{"o_1", "USD", `[{"sku": "SKU-1", "qty": 1}]`},
		{"o_2", "dollars", `[{"sku": "SKU-1", "qty": 1}]`}, // which order.paid does not allow
		{"o_3", "EUR", `[]`},
	} {
		if _, err := db.ExecContext(t.Context(), place, order.id, order.currency, order.items); err != nil {
			t.Fatal(err)
		}
	}
	return &orders.Orders{DB: db, Outbox: outbox.Outbox{Validator: v}, Region: "eu-west-1", Epoch: 1}, dsn
}

func status(t *testing.T, db *sql.DB, order string) (status string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), `SELECT status FROM orders WHERE order_id = $1`, order).Scan(&status); err != nil {
		t.Fatal(err)
	}
	return status
}

// events returns what stands in the outbox, as change data capture reads it.
func events(t *testing.T, db *sql.DB) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT id, aggregatetype, aggregateid, type, payload FROM outbox ORDER BY created_at`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var id, kind, aggregate, typ, payload string
		if err := rows.Scan(&id, &kind, &aggregate, &typ, &payload); err != nil {
			t.Fatal(err)
		}
		var e envelope.Envelope
		if err := json.Unmarshal([]byte(payload), &e); err != nil {
			t.Fatal(err)
		}
		if e.EventID != id || e.AggregateType != kind || e.AggregateID != aggregate || e.EventType != typ {
			t.Errorf("the columns do not repeat the event: %s %s %s %s\n%s", id, kind, aggregate, typ, payload)
		}
		all = append(all, payload)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestChangeAndEventHappenTogether(t *testing.T) {
	o, _ := service(t)
	if err := o.Pay(t.Context(), "o_1", "req_1"); err != nil {
		t.Fatal(err)
	}
	all := events(t, o.DB)
	if status(t, o.DB, "o_1") != "PAID" || len(all) != 1 {
		t.Fatalf("o_1 is %s, with events %s", status(t, o.DB, "o_1"), all)
	}
	if err := o.Outbox.Validator.Validate([]byte(all[0])); err != nil {
		t.Errorf("the database gives back an event that is invalid: %v", err)
	}
	if err := o.Pay(t.Context(), "o_1", "req_1"); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("paid twice: %v", err)
	}
	for order, field := range map[string]string{"o_2": "/payload/currency", "o_3": "/payload/items"} {
		err := o.Pay(t.Context(), order, "req_2")
		var invalid *envelope.InvalidError
		if !errors.As(err, &invalid) || invalid.Violations()[0].Pointer != field {
			t.Errorf("%s: got %v", order, err)
		}
		if got := status(t, o.DB, order); got != "PLACED" {
			t.Errorf("%s has no valid event and is %s", order, got)
		}
	}
	if all := events(t, o.DB); len(all) != 1 {
		t.Errorf("the outbox holds %s", all)
	}
}

// The same outbox in a transaction of pgx, which is rolled back and committed.
func TestPGX(t *testing.T) {
	o, dsn := service(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	pay := func(end func(pgx.Tx) error) {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback(context.Background())
		var version int64
		if err := tx.QueryRow(t.Context(), `UPDATE orders SET status = 'PAID', version = version + 1 WHERE order_id = 'o_1' RETURNING version`).Scan(&version); err != nil {
			t.Fatal(err)
		}
		e := &envelope.Envelope{
			EventType: "order.paid", SchemaVersion: 2, SchemaRef: "events/order.paid@2",
			AggregateType: "order", AggregateID: "o_1", AggregateVersion: version, WriterEpoch: 1, OriginRegion: "eu-west-1",
			Producer: "order-service", CorrelationID: "req_1",
			Payload: json.RawMessage(`{"order_id":"o_1","customer_id":"c_1","amount_minor":4599,"currency":"USD","items":[{"sku":"SKU-1","qty":1}]}`),
		}
		if err := o.Outbox.Write(t.Context(), outbox.PGX(tx), e); err != nil {
			t.Fatal(err)
		}
		if err := end(tx); err != nil {
			t.Fatal(err)
		}
	}
	pay(func(tx pgx.Tx) error { return tx.Rollback(t.Context()) })
	if all := events(t, o.DB); len(all) != 0 || status(t, o.DB, "o_1") != "PLACED" {
		t.Errorf("rolled back: %s", all)
	}
	pay(func(tx pgx.Tx) error { return tx.Commit(t.Context()) })
	if all := events(t, o.DB); len(all) != 1 || status(t, o.DB, "o_1") != "PAID" || !strings.Contains(all[0], `"aggregate_version": 2`) {
		t.Errorf("committed: %s", all)
	}
}
