// Package reasons finds every independent reason why a reader rejects what a
// writer writes, where package search finds one event.
//
// [Walk] goes through the reader's schema from the top and asks of each
// statement whether some event of the writer breaks it: if none does, the
// statement and all below it are passed over; if one does, the walk goes on
// below, and a statement that nothing below explains is a reason. All questions
// share one search, so most of them are answered from its memory.
//
// [Locate] finds the place in the other schema that speaks of the same values.
package reasons
