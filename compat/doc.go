// Package compat decides whether the versions of an event type can read one
// another's events, for JSON Schema, Avro and Protobuf alike.
//
// Call [New] once and [Decider.Decide] for each change; [Decider.Batch] answers
// a stream of cases. The engines below this package, one a format, know two
// versions at a time; this package knows modes, histories and the merging of
// what several versions have to say.
//
// It fetches nothing: schemas and all they refer to come with the change. It
// applies no exception and no baseline, and it prints nothing.
package compat
