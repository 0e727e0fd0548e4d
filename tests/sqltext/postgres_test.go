package sqltext_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	pgquery "github.com/wasilibs/go-pgquery"

	"github.com/evctl/evctl/internal/sqltext"
)

// parse returns what PostgreSQL says of text in the terms of sqltext; ok is
// false where it does not take it, or where it holds no statement.
func parse(text string) (s sqltext.Statement, ok bool) {
	tree, err := pgquery.ParseToJSON(text)
	if err != nil {
		return s, false
	}
	var result struct {
		Stmts []struct{ Stmt map[string]any }
	}
	if err := json.Unmarshal([]byte(tree), &result); err != nil || len(result.Stmts) == 0 {
		return s, false
	}
	w := walker{reads: map[float64]string{}}
	for _, stmt := range result.Stmts {
		for kind, body := range stmt.Stmt {
			if s.Verb == sqltext.Unknown {
				s.Verb = verb(kind, body.(map[string]any))
			}
			w.at = math.Inf(1)
			if moves(kind) {
				w.statement(kind, body.(map[string]any))
			}
			w.done = w.written.Verb != sqltext.Unknown
		}
	}
	s.Ignore = w.ignore
	if w.done {
		s.Verb, s.Table = w.written.Verb, w.written.Table
	} else {
		s.Table = w.firstRead()
	}
	return s, true
}

// verb returns the verb of a statement at the top.
func verb(kind string, body map[string]any) sqltext.Verb {
	switch kind {
	case "SelectStmt", "ExplainStmt", "VariableShowStmt":
		return sqltext.Select
	case "TransactionStmt":
		switch body["kind"] {
		case "TRANS_STMT_BEGIN", "TRANS_STMT_START":
			return sqltext.Begin
		case "TRANS_STMT_COMMIT":
			return sqltext.Commit
		case "TRANS_STMT_ROLLBACK":
			return sqltext.Rollback
		}
	}
	return sqltext.Other
}

// moves reports whether a statement moves rows; others may hold one that they do
// not run.
func moves(kind string) bool {
	switch kind {
	case "SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "TruncateStmt", "CopyStmt", "CallStmt", "ExecuteStmt":
		return true
	}
	return false
}

// A walker looks for the statement that writes first in the text, and for the
// tables that are read.
type walker struct {
	written sqltext.Statement
	at      float64 // place of its table in the statement that is looked at
	done    bool    // a statement before writes
	reads   map[float64]string
	ignore  bool
}

func (w *walker) node(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			w.node(e)
		}
	case map[string]any:
		for kind, e := range v {
			if body, ok := e.(map[string]any); ok && w.statement(kind, body) {
				continue
			}
			w.node(e)
		}
	}
}

// statement notes what a statement writes. It reports whether all of it was
// looked at.
func (w *walker) statement(kind string, body map[string]any) bool {
	switch kind {
	case "InsertStmt":
		w.writes(sqltext.Insert, body["relation"])
		w.ignore = w.ignore || body["onConflictClause"] != nil
	case "UpdateStmt":
		w.writes(sqltext.Update, body["relation"])
	case "DeleteStmt":
		w.writes(sqltext.Delete, body["relation"])
	case "MergeStmt":
		w.writes(sqltext.Merge, body["relation"])
	case "TruncateStmt":
		w.writes(sqltext.Delete, body["relations"].([]any)[0].(map[string]any)["RangeVar"])
		return true
	case "CopyStmt":
		if body["is_from"] == true {
			w.writes(sqltext.Insert, body["relation"])
			return true
		}
		return body["relation"] != nil
	case "CallStmt", "ExecuteStmt":
		w.call(body)
		return true
	case "LockingClause": // names what is read elsewhere
		return true
	case "RangeVar":
		w.reads[body["location"].(float64)] = strings.ToLower(body["relname"].(string))
	case "SelectStmt":
	default:
		return false
	}
	for name, e := range body {
		if name != "relation" {
			w.node(e)
		}
	}
	return true
}

func (w *walker) writes(verb sqltext.Verb, relation any) {
	table := relation.(map[string]any)
	at, _ := table["location"].(float64) // 0 is left out
	if at < w.at && !w.done {
		w.at, w.written = at, sqltext.Statement{Verb: verb, Table: strings.ToLower(table["relname"].(string))}
	}
}

func (w *walker) call(body map[string]any) {
	name, _ := body["name"].(string)
	if call, ok := body["funccall"].(map[string]any); ok {
		parts := call["funcname"].([]any)
		name = fmt.Sprint(parts[len(parts)-1].(map[string]any)["String"].(map[string]any)["sval"])
	}
	if w.written.Verb == sqltext.Unknown {
		w.written = sqltext.Statement{Verb: sqltext.Call, Table: strings.ToLower(name)}
	}
}

func (w *walker) firstRead() string {
	first := math.Inf(1)
	for at := range w.reads {
		first = min(first, at)
	}
	return w.reads[first]
}
