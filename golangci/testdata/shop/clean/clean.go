package clean // want package:"what shop.example/clean does"

import (
	"context"
	"database/sql"
)

func Count(ctx context.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}
