// Package sqltext says what SQL text does: whether it changes rows, and of
// which table. Call [Read]. It knows the words that all dialects share, reads
// text with holes (a %s of fmt, an unknown part) as far as it goes, and checks
// no syntax.
package sqltext
