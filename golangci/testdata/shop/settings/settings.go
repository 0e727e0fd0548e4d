package settings // want package:"what shop.example/settings does"

import (
	"context"
	"database/sql"

	"shop.example/audit"
)

// Switched off.
func Write(ctx context.Context, db *sql.DB, id string) error {
	if _, err := db.ExecContext(ctx, "INSERT INTO orders (id) VALUES ($1)", id); err != nil {
		return err
	}
	return audit.Note(id)
}

// A sink publishes inside of a transaction.
func InTx(ctx context.Context, db *sql.DB, id string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES ($1)", id); err != nil {
		return err
	}
	if err := audit.Note(id); err != nil { // want `lint/publish-in-tx: .*audit.Note`
		return err
	}
	return tx.Commit()
}
