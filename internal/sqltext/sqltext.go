package sqltext

import "strings"

// A Verb is what a statement does.
type Verb string

// The verbs. Every other statement, such as SET or CREATE, is [Other].
const (
	Unknown  Verb = ""
	Select   Verb = "select"
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
	Verb   Verb
	Table  string   // that it writes, as far as known: lower case, unquoted, without its schema
	Reads  []string // tables after FROM and JOIN, likewise
	Locks  bool     // SELECT … FOR UPDATE
	Ignore bool     // INSERT that lets a duplicate pass: ON CONFLICT, INSERT IGNORE, ON DUPLICATE KEY
	Where  bool     // it has a WHERE clause
}

// Read reads text. Text without a verb has the verb [Unknown].
func Read(text string) Statement {
	r := reader{words: scan(text)}
	for r.at = 0; r.at < len(r.words); r.at++ {
		r.word()
	}
	return r.out
}

type reader struct {
	words []string
	at    int
	out   Statement
}

// peek returns the word n places on, "" after the end.
func (r *reader) peek(n int) string {
	if r.at+n < len(r.words) {
		return r.words[r.at+n]
	}
	return ""
}

// starts reports whether a statement can begin here: at the start, after a
// semicolon or an opening parenthesis, or behind a WITH clause.
func (r *reader) starts() bool {
	if r.at == 0 {
		return true
	}
	switch r.words[r.at-1] {
	case ";", "(", ")", hole:
		return true
	}
	return false
}

func (r *reader) word() {
	switch r.peek(0) {
	case "insert", "replace":
		if r.starts() && r.peek(1) != "(" {
			r.out.Ignore = r.out.Ignore || r.peek(1) == "ignore"
			r.writes(Insert, "into", "ignore", "or", "replace", "overwrite", "low_priority")
		}
	case "update":
		if r.starts() {
			r.writes(Update, "only", "ignore", "or")
		}
		r.out.Locks = r.out.Locks || r.at > 0 && r.words[r.at-1] == "for"
	case "delete", "truncate":
		if r.starts() {
			r.writes(Delete, "from", "only", "table")
		}
	case "merge":
		if r.starts() {
			r.writes(Merge, "into")
		}
	case "call", "exec", "execute":
		if r.starts() {
			r.writes(Call)
		}
	case "copy":
		if r.starts() {
			r.writes(Insert)
		}
	case "from", "join", "using":
		r.reads()
	case "conflict", "duplicate":
		r.out.Ignore = r.out.Ignore || r.words[max(r.at-1, 0)] == "on"
	case "where":
		r.out.Where = true
	default:
		r.plain()
	}
}

func (r *reader) writes(verb Verb, fill ...string) {
	if r.out.Verb.Writes() {
		return
	}
	r.out.Verb = verb
	for r.at++; contains(fill, r.peek(0)); r.at++ {
	}
	r.out.Table = r.name()
}

// plain notes statements that write no rows, unless one was seen that does.
func (r *reader) plain() {
	if r.out.Verb != Unknown || !r.starts() {
		return
	}
	switch r.peek(0) {
	case "select", "values", "show", "explain":
		r.out.Verb = Select
	case "begin", "start":
		r.out.Verb = Begin
	case "commit", "end":
		r.out.Verb = Commit
	case "rollback", "abort":
		r.out.Verb = Rollback
	case "create", "alter", "drop", "set", "lock", "grant", "revoke", "listen", "unlisten", "notify", "savepoint", "release",
		"analyze", "vacuum", "pragma", "use", "comment", "refresh", "reset", "discard", "do":
		r.out.Verb = Other
	}
}

func (r *reader) reads() {
	r.at++
	for r.peek(0) == "only" || r.peek(0) == "lateral" {
		r.at++
	}
	if name := r.name(); name != "" && name != "select" {
		r.out.Reads = append(r.out.Reads, name)
	}
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
	default:
		return name
	}
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// LooksLike reports whether text begins like a statement, so that it is worth
// keeping. Text that begins with a hole does not.
func LooksLike(text string) bool {
	s := Read(text)
	return s.Verb != Unknown && strings.ContainsAny(strings.TrimSpace(text), " \t\n")
}
