// Package readable turns a witness that a search found, the smallest and barest,
// into one that people recognise: where a schema declares examples or a default,
// or names a format, the event shows them.
//
// Call [Improve] with the event and what it proves; the event it returns proves
// the same, by the engine's own evaluation, and breaks no statement of the
// reader that the first did not. The value in question stays as it is where the
// finding speaks of it. [Pointer] finds that value. The package adds no member
// and no item, and searches nothing.
package readable
