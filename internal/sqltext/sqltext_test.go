package sqltext

import "testing"

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text  string
		verb  Verb
		table string
	}{
		{"INSERT INTO orders (id) VALUES ($1) RETURNING id", Insert, "orders"},
		{"insert into public.\"Orders\" select * from staging.rows", Insert, "orders"},
		{"-- name: CreateTask :one\nINSERT INTO tasks (a) VALUES ('x; delete from y')", Insert, "tasks"},
		{"/* hint */ UPDATE ONLY `shop`.`orders` SET a = 1 WHERE id = 2", Update, "orders"},
		{"UPDATE outbox SET sent = now() FROM batch WHERE batch.id = outbox.id", Update, "outbox"},
		{"DELETE FROM [dbo].[orders]", Delete, "orders"},
		{"TRUNCATE TABLE orders", Delete, "orders"},
		{"SELECT * FROM a JOIN b ON a.id = b.id WHERE x IN (SELECT y FROM c) FOR UPDATE SKIP LOCKED", Select, "a"},
		{"WITH gone AS (DELETE FROM queue WHERE id = 1 RETURNING *) SELECT * FROM gone", Delete, "queue"},
		{"WITH batch AS (SELECT id FROM outbox FOR UPDATE) SELECT * FROM batch", Select, "outbox"},
		{"WITH last AS (SELECT max(id) FROM a) INSERT INTO b SELECT * FROM last", Insert, "b"},
		{"MERGE INTO t USING s ON t.id = s.id", Merge, "t"},
		{"INSERT INTO %s (a) VALUES ($1)", Insert, ""},
		{"INSERT INTO \x00 (a) VALUES ($1)", Insert, ""},
		{"%s INTO a", Unknown, ""},
		{"CREATE TABLE t (updated int, note text DEFAULT 'insert into x')", Other, ""},
		{"BEGIN; UPDATE a SET b = 1; COMMIT", Update, "a"},
		{"BEGIN", Begin, ""},
		{"ROLLBACK TO before", Other, ""},
		{"SELECT update_all FROM t", Select, "t"},
		{"SELECT extract(day FROM at), a IS DISTINCT FROM b FROM t", Select, "t"},
		{"SELECT * FROM generate_series(1, 3)", Select, ""},
		{`SELECT "from", "update" FROM t`, Select, "t"},
		{"SELECT a #>> '{x}' FROM t", Select, "t"},
		{`SELECT 1 WHERE a LIKE '\' AND b = ' FROM t'`, Select, ""},
		{"INSERT INTO `t` VALUES ('it\\'s'); DELETE FROM u", Insert, "t"},
		{"SELECT $$ insert into x $$, $a$ delete $$ from y $a$ FROM t WHERE id = $1", Select, "t"},
		{"CALL settle($1)", Call, "settle"},
		{"REPLACE INTO t VALUES (1)", Insert, "t"},
		{"SELECT replace(a, 'x', 'y') FROM t", Select, "t"},
		{"COPY t (a) FROM STDIN", Insert, "t"},
		{"COPY t TO STDOUT", Other, ""},
		{"", Unknown, ""},
		{"'unclosed", Unknown, ""},
		{"insert into", Insert, ""},
		{"update .", Update, ""},
	} {
		if s := Read(c.text); s.Verb != c.verb || s.Table != c.table {
			t.Errorf("%q: got %s %q, want %s %q", c.text, s.Verb, s.Table, c.verb, c.table)
		}
	}
	for _, text := range []string{
		"INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING",
		"INSERT IGNORE INTO t VALUES (1)",
		"INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1",
	} {
		if s := Read(text); !s.Ignore || s.Table != "t" {
			t.Errorf("%q: got %+v, want a duplicate to pass", text, s)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("WITH a AS (INSERT INTO b.c VALUES ('x')) SELECT \"q\" FROM [d] -- e")
	f.Add("update . . .")
	f.Add("$a$ $ E'\\' # %s $1 `")
	f.Fuzz(func(t *testing.T, text string) {
		if s := Read(text); s.Table == hole {
			t.Errorf("%q: got %+v", text, s)
		}
	})
}
