package sqltext

import (
	"slices"
	"strings"
)

// A Verb is what a statement does.
type Verb string

// The verbs. Every other statement, such as SET or CREATE, is [Other].
const (
	Unknown  Verb = ""
	Select   Verb = "select" // also VALUES, SHOW, EXPLAIN
	Insert   Verb = "insert" // also REPLACE, COPY … FROM
	Update   Verb = "update"
	Delete   Verb = "delete" // also TRUNCATE
	Merge    Verb = "merge"
	Call     Verb = "call"
	Begin    Verb = "begin"
	Commit   Verb = "commit"
	Rollback Verb = "rollback"
	Other    Verb = "other"
)

// Writes reports whether the statement changes rows, or may: nobody knows what
// a procedure does.
func (v Verb) Writes() bool {
	switch v {
	case Insert, Update, Delete, Merge, Call:
		return true
	}
	return false
}

// A Statement is what one text does. Of several statements in one text, and of
// those inside a WITH clause, the first that writes counts.
type Statement struct {
	Verb Verb
	// Table is the one that it writes, or that it reads first if it writes none,
	// as far as known: lower case, unquoted, without its schema.
	Table  string
	Ignore bool // INSERT that lets a duplicate pass: ON CONFLICT, INSERT IGNORE, ON DUPLICATE KEY
}

// Read reads text. Text without a verb has the verb [Unknown].
func Read(text string) Statement {
	r := reader{words: scan(text)}
	for r.at = 0; r.at < len(r.words); r.at++ {
		r.word()
	}
	if !r.out.Verb.Writes() {
		r.out.Table = r.read
	}
	return r.out
}

type reader struct {
	words  []string
	at     int
	parens []string // the words in front of those that are open here
	read   string   // the first table behind FROM or JOIN
	other  bool     // this statement runs none that stands in it
	out    Statement
}

// peek returns the word n places on, "" outside.
func (r *reader) peek(n int) string {
	if at := r.at + n; 0 <= at && at < len(r.words) {
		return r.words[at]
	}
	return ""
}

// starts reports whether a statement can begin here: at the start, after a
// semicolon or a parenthesis, or behind a hole.
func (r *reader) starts() bool {
	if r.at == 0 {
		return true
	}
	switch r.peek(-1) {
	case ";", "(", ")", hole:
		return true
	}
	return false
}

func (r *reader) word() {
	switch r.peek(0) {
	case ";":
		r.other = false
	case "(":
		r.parens = append(r.parens, r.peek(-1))
	case ")":
		r.parens = r.parens[:max(len(r.parens)-1, 0)]
	case "from", "join", "using":
		r.reads()
	case "conflict", "duplicate":
		r.out.Ignore = r.out.Ignore || r.peek(-1) == "on"
	default:
		if r.starts() && !r.other {
			r.statement()
		}
	}
}

// statement reads the beginning of a statement.
func (r *reader) statement() {
	switch r.peek(0) {
	case "insert", "replace":
		if r.peek(1) != "(" { // the function
			r.out.Ignore = r.out.Ignore || r.peek(1) == "ignore"
			r.writes(Insert, "into", "ignore", "or", "replace", "overwrite", "low_priority")
		}
	case "update":
		r.writes(Update, "only", "ignore", "or")
	case "delete", "truncate":
		r.writes(Delete, "from", "only", "table")
	case "merge":
		r.writes(Merge, "into", "only")
	case "call", "exec", "execute":
		r.writes(Call)
	case "copy":
		r.copy()
	default:
		r.plain()
	}
}

func (r *reader) writes(verb Verb, fill ...string) {
	if r.out.Verb.Writes() {
		return
	}
	r.out.Verb = verb
	for r.at++; slices.Contains(fill, r.peek(0)); r.at++ {
	}
	r.out.Table = r.name()
}

// copy tells COPY t FROM from COPY t TO.
func (r *reader) copy() {
	for n := 1; r.peek(n) != "" && r.peek(n) != ";"; n++ {
		if r.peek(n) == "from" {
			r.writes(Insert)
			return
		}
		if r.peek(n) == "(" && n == 1 {
			break // a query
		}
	}
	r.plain()
}

// plain notes statements that write no rows, unless one was seen before.
func (r *reader) plain() {
	verb := Unknown
	switch r.peek(0) {
	case "select", "values", "table":
		verb = Select
	case "show", "explain":
		verb, r.other = Select, true
	case "begin", "start":
		verb = Begin
	case "commit", "end":
		verb = Commit
	case "rollback", "abort":
		verb = Rollback
		if slices.Contains([]string{r.peek(1), r.peek(2)}, "to") { // a savepoint
			verb = Other
		}
	case "copy", "create", "alter", "drop", "set", "lock", "grant", "revoke", "listen", "unlisten", "notify", "savepoint", "release",
		"analyze", "vacuum", "pragma", "use", "comment", "refresh", "reset", "discard", "do", "declare", "fetch", "move", "close",
		"prepare", "deallocate", "cluster", "reindex", "checkpoint", "load", "import", "reassign", "attach", "detach":
		verb, r.other = Other, true
	}
	if r.out.Verb == Unknown {
		r.out.Verb = verb
	}
}

// reads notes the first table that is read. FROM also stands inside of functions,
// as in EXTRACT(day FROM at), and in IS DISTINCT FROM.
func (r *reader) reads() {
	if r.other || r.read != "" || r.peek(0) == "from" && (r.peek(-1) == "distinct" || r.inCall()) {
		return
	}
	for r.at++; slices.Contains([]string{"only", "lateral"}, r.peek(0)); r.at++ {
	}
	if name := r.name(); name != "select" && r.peek(1) != "(" {
		r.read = name
	}
}

// inCall reports whether the reader stands in the arguments of a function that
// take a FROM.
func (r *reader) inCall() bool {
	return len(r.parens) > 0 && slices.Contains([]string{"extract", "substring", "trim", "overlay"}, r.parens[len(r.parens)-1])
}

// name reads a dotted name and returns its last part, and leaves the reader on
// that part. An unknown part has no name.
func (r *reader) name() string {
	for r.peek(1) == "." {
		r.at += 2
	}
	switch name := r.peek(0); name {
	case "(", hole, ";", ")", ".":
		r.at-- // may begin a statement
		return ""
	case value:
		return ""
	default:
		return strings.TrimPrefix(name, `"`)
	}
}
