// Package sqltext says what SQL text does: whether it changes rows, and of
// which table. Call [Read]. It knows the words that all dialects share, reads
// text with holes (a %s of fmt, an unknown part) as far as it goes, and checks
// no syntax.
//
// It is a scanner and no parser on purpose. Text in Go code comes in the
// dialects and placeholders of PostgreSQL, MySQL, SQLite and SQL Server (?, $1,
// :name, @p1), and often with holes, which a parser of one dialect refuses; of
// PostgreSQL's own there is none without C or WebAssembly. Where a text is whole
// and PostgreSQL takes it, tests/sqltext holds Read against PostgreSQL's parser.
package sqltext
