package sqltext

import (
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text  string
		verb  Verb
		table string
		reads string
	}{
		{"INSERT INTO orders (id) VALUES ($1) RETURNING id", Insert, "orders", ""},
		{"insert into public.\"Orders\" select * from staging.rows", Insert, "orders", "rows"},
		{"-- name: CreateTask :one\nINSERT INTO tasks (a) VALUES ('x; delete from y')", Insert, "tasks", ""},
		{"/* hint */ UPDATE ONLY `shop`.`orders` SET a = 1 WHERE id = 2", Update, "orders", ""},
		{"UPDATE outbox SET sent = now() FROM batch WHERE batch.id = outbox.id", Update, "outbox", "batch"},
		{"DELETE FROM [dbo].[orders]", Delete, "orders", ""},
		{"TRUNCATE TABLE orders", Delete, "orders", ""},
		{"SELECT * FROM a JOIN b ON a.id = b.id WHERE x IN (SELECT y FROM c) FOR UPDATE SKIP LOCKED", Select, "", "a,b,c"},
		{"WITH gone AS (DELETE FROM queue WHERE id = 1 RETURNING *) SELECT * FROM gone", Delete, "queue", "gone"},
		{"WITH last AS (SELECT max(id) FROM a) INSERT INTO b SELECT * FROM last", Insert, "b", "a,last"},
		{"MERGE INTO t USING s ON t.id = s.id", Merge, "t", "s"},
		{"INSERT INTO %s (a) VALUES ($1)", Insert, "", ""},
		{"INSERT INTO \x00 (a) VALUES ($1)", Insert, "", ""},
		{"%s INTO a", Unknown, "", ""},
		{"CREATE TABLE t (updated int, note text DEFAULT 'insert into x')", Other, "", ""},
		{"BEGIN; UPDATE a SET b = 1; COMMIT", Update, "a", ""},
		{"BEGIN", Begin, "", ""},
		{"SELECT update_all FROM t", Select, "", "t"},
		{"CALL settle($1)", Call, "settle", ""},
		{"REPLACE INTO t VALUES (1)", Insert, "t", ""},
		{"SELECT replace(a, 'x', 'y') FROM t", Select, "", "t"},
		{"", Unknown, "", ""},
		{"'unclosed", Unknown, "", ""},
		{"insert into", Insert, "", ""},
		{"update .", Update, "", ""},
	} {
		s := Read(c.text)
		if s.Verb != c.verb || s.Table != c.table || strings.Join(s.Reads, ",") != c.reads {
			t.Errorf("%q: got %s %q reads %q, want %s %q reads %q", c.text, s.Verb, s.Table, s.Reads, c.verb, c.table, c.reads)
		}
	}
}

func TestReadDetails(t *testing.T) {
	if s := Read("SELECT 1 FROM t WHERE id = 1 FOR UPDATE"); !s.Locks || !s.Where {
		t.Errorf("got %+v, want locks and where", s)
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
	f.Fuzz(func(t *testing.T, text string) {
		s := Read(text)
		if s.Table != "" && !s.Verb.Writes() {
			t.Errorf("%q: table %q without a verb that writes", text, s.Table)
		}
		if slices.Contains(s.Reads, hole) {
			t.Errorf("%q reads a hole", text)
		}
	})
}
