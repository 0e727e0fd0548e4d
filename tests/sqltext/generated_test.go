package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A grammar draws statements of PostgreSQL: those that services write, with what
// a scanner may stumble over in all places where it may stand.
type grammar struct{ *rapid.T }

func (g grammar) one(of ...string) string { return rapid.SampledFrom(of).Draw(g.T, "part") }

func (g grammar) maybe(text func() string) string {
	if rapid.Bool().Draw(g.T, "present") {
		return " " + text()
	}
	return ""
}

func (g grammar) list(n int, item func() string) string {
	items := []string{item()}
	for range rapid.IntRange(0, n-1).Draw(g.T, "more") {
		items = append(items, item())
	}
	return strings.Join(items, ", ")
}

func (g grammar) table() string {
	return g.one("", "public.", `"my schema".`) + g.one("orders", "Outbox", `"Order"`, `"update"`, `"from"`, "order_items", `"delete from x"`, "replace_log", "end_of_day")
}

func (g grammar) column() string {
	return g.one("id", "total", `"from"`, `"insert"`, "updated_at", "deleted", "o.id", "data->>'from'", "data #>> '{insert,into}'", "tags[1]", "a$b")
}

func (g grammar) value(depth int) string {
	if depth <= 0 {
		return g.one("$1", "42", "1.5e3", "NULL", "now()", "'it''s; DELETE FROM x'", `'\'`, `E'\' FROM y'`, "$$ INSERT INTO x $$", "$tag$ $$ UPDATE y $tag$",
			"'{}'::jsonb", "ARRAY['a', 'b']", "interval '1 day'")
	}
	switch rapid.IntRange(0, 9).Draw(g.T, "value") {
	case 0:
		return "extract(epoch FROM " + g.column() + ")"
	case 1:
		return "substring(" + g.column() + " FROM 2 FOR 3)"
	case 2:
		return "trim(both ' ' FROM " + g.column() + ")"
	case 3:
		return "replace(" + g.column() + ", 'a', 'b')"
	case 4:
		return "(" + g.query(depth-1) + ")"
	case 5:
		return "CASE WHEN (" + g.condition(depth-1) + ") THEN " + g.value(depth-1) + " ELSE (" + g.value(depth-1) + ") END"
	case 6:
		return "count(DISTINCT " + g.column() + ") FILTER (WHERE " + g.column() + " = 1)"
	case 7:
		return "coalesce(" + g.value(depth-1) + ", " + g.column() + ")"
	case 8:
		return g.column()
	}
	return g.value(0)
}

func (g grammar) condition(depth int) string {
	switch rapid.IntRange(0, 5).Draw(g.T, "condition") {
	case 0:
		return g.column() + " IS DISTINCT FROM " + g.value(depth-1)
	case 1:
		return g.column() + " IS NOT DISTINCT FROM " + g.value(depth-1)
	case 2:
		return "EXISTS (" + g.query(depth-1) + ")"
	case 3:
		return g.column() + ` LIKE '%\%' ESCAPE '\'`
	case 4:
		return g.column() + " IN (" + g.list(3, func() string { return g.value(depth - 1) }) + ")"
	}
	return g.column() + " = " + g.value(depth-1)
}

func (g grammar) where(depth int) string {
	return g.maybe(func() string { return "WHERE " + g.condition(depth) })
}

func (g grammar) source(depth int) string {
	switch rapid.IntRange(0, 5).Draw(g.T, "source") {
	case 0:
		return "generate_series(1, 3) AS s(id)"
	case 1:
		if depth > 0 {
			return "(" + g.query(depth-1) + ") AS q"
		}
	case 2:
		if depth > 0 {
			return "a JOIN LATERAL (" + g.query(depth-1) + ") l ON true"
		}
	case 3:
		return g.table() + " o LEFT JOIN " + g.table() + " p USING (id)"
	case 4:
		return g.table() + ", " + g.table() + " AS x"
	}
	return g.one("", "ONLY ") + g.table()
}

func (g grammar) query(depth int) string {
	text := "SELECT" + g.one("", " DISTINCT", " ALL") + " " + g.list(2, func() string { return g.value(depth) })
	text += g.maybe(func() string { return "FROM " + g.source(depth) }) + g.where(depth)
	return text + g.maybe(func() string { return g.one("ORDER BY 1", "GROUP BY 1", "LIMIT 10 OFFSET $2") })
}

func (g grammar) returning() string {
	return g.maybe(func() string { return "RETURNING " + g.one("*", "id", `"from"`) })
}

func (g grammar) insert(depth int) string {
	text := "INSERT INTO " + g.table() + " (id, \"from\") "
	if depth > 0 && rapid.Bool().Draw(g.T, "from a query") {
		text += g.query(depth - 1)
	} else {
		text += "VALUES " + g.list(2, func() string { return "(" + g.value(depth-1) + ", " + g.value(depth-1) + ")" })
	}
	return text + g.maybe(func() string {
		return g.one("ON CONFLICT DO NOTHING", "ON CONFLICT (id) DO UPDATE SET id = EXCLUDED.id", "ON CONFLICT (id) WHERE id > 0 DO NOTHING")
	}) + g.returning()
}

func (g grammar) update(depth int) string {
	return "UPDATE " + g.one("", "ONLY ") + g.table() + g.one("", " AS o") + " SET total = " + g.value(depth-1) +
		g.maybe(func() string { return "FROM " + g.source(depth-1) }) + g.where(depth-1) + g.returning()
}

func (g grammar) delete(depth int) string {
	return "DELETE FROM " + g.one("", "ONLY ") + g.table() + " o" + g.maybe(func() string { return "USING " + g.table() + " u" }) + g.where(depth-1) + g.returning()
}

func (g grammar) change(depth int) string {
	switch rapid.IntRange(0, 2).Draw(g.T, "change") {
	case 0:
		return g.insert(depth)
	case 1:
		return g.update(depth)
	}
	return g.delete(depth)
}

func (g grammar) merge() string {
	return "MERGE INTO " + g.table() + " t USING " + g.table() + " s ON t.id = s.id WHEN MATCHED THEN UPDATE SET total = 1 WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)"
}

// with puts common table expressions in front of a statement.
func (g grammar) with(statement string) string {
	if rapid.Bool().Draw(g.T, "no with") {
		return statement
	}
	n := 0
	return "WITH " + g.list(2, func() string {
		n++
		body := g.query(1)
		if rapid.Bool().Draw(g.T, "changes") {
			body = g.change(1)
		}
		return fmt.Sprintf("c%d%s AS (%s)", n, g.one("", " (x)"), body)
	}) + " " + statement
}

func (g grammar) plain() string {
	return g.one("BEGIN", "START TRANSACTION", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT a", "ROLLBACK TO SAVEPOINT a", "RELEASE a", "SHOW timezone", "SET a = 1",
		"LISTEN orders", "NOTIFY orders, 'insert into x'", "LOCK TABLE orders", "CREATE TABLE t (updated int DEFAULT (1))", "CREATE INDEX i ON t USING gin (a)",
		"DROP TABLE orders", "ALTER TABLE t ADD COLUMN deleted bool", "TRUNCATE TABLE orders, items", "COPY orders (id) FROM STDIN", "COPY orders TO STDOUT",
		"CALL settle($1)", "EXECUTE plan (1)", "PREPARE plan AS INSERT INTO x VALUES (1)", "DO $$ BEGIN DELETE FROM x; END $$", "ANALYZE orders", "EXPLAIN SELECT 1 FROM orders",
		"DECLARE c CURSOR FOR SELECT 1 FROM orders", "FETCH 10 FROM c", "VALUES (1), (2)", "REFRESH MATERIALIZED VIEW v", "GRANT INSERT ON t TO u", "COMMENT ON TABLE t IS 'x'",
		"CREATE TRIGGER g AFTER INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()",
		"CREATE FUNCTION f() RETURNS trigger AS $f$ BEGIN INSERT INTO x VALUES (1); END $f$ LANGUAGE plpgsql")
}

func (g grammar) statement() string {
	switch rapid.IntRange(0, 9).Draw(g.T, "statement") {
	case 0:
		return g.merge()
	case 1:
		return g.plain()
	case 2, 3, 4:
		return g.with(g.query(2) + g.one("", " FOR UPDATE", " FOR UPDATE SKIP LOCKED", " FOR NO KEY UPDATE OF o NOWAIT"))
	}
	return g.with(g.change(2))
}

func TestGenerated(t *testing.T) {
	taken, all := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		g := grammar{r}
		text := g.one("", "-- name: Insert :one\n", "/* UPDATE x */ ", "\n\t") + g.statement()
		for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(r, "more statements") {
			text += ";" + g.one(" ", "\n-- then\n") + g.statement()
		}
		all++
		want, ok := parse(text)
		if !ok {
			return
		}
		taken++
		if diff := difference(text, want); diff != "" {
			r.Fatal(diff)
		}
	})
	t.Logf("PostgreSQL took %d of %d", taken, all)
	if taken < all*9/10 {
		t.Errorf("PostgreSQL took %d of %d generated texts, want nine of ten", taken, all)
	}
}
