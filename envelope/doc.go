// Package envelope knows the outer shape that every event travels in, in
// versions 1 and 2, and tells whether an event keeps to it and to the schema it
// names.
//
// A producer builds a [Validator] when it starts and calls Validate on the bytes
// it is about to insert into its outbox; a consumer calls ValidateAs with the
// schema it reads with. Whoever looks at files uses a [Checker]: Check judges
// one event, ReadStream a stream of them, also across events (order, gaps,
// re-deliveries, stale writers). All of them report findings of the rules in
// envelope/rules. [Envelope] is the shape as a Go type, [Schema] as JSON Schema.
//
// A Validator reads valid events straight from their bytes, by programs that
// package envelope/program compiles from the schemas. A Checker, and a Validator
// that is asked for the faults of an event, parse it and word them all.
//
// [Options] choose whether a Validator refuses invalid events or lets an observer
// know, of all or of a sample. Packages envelope/franz, envelope/httpguard and
// envelope/serve put it where events pass: a Kafka client, a relay, a socket.
//
// The two halves of the lenient policy are enforced here: a producer writes only
// the names that its schema knows, a consumer drops the names that its schema
// does not know and validates what is left.
//
// Payloads in Avro and Protobuf come in base64; their bytes are checked by
// envelope/avro and envelope/protobuf, behind a header that envelope/wire knows
// or without one, and are not decoded. A program that is built with the tag
// evctl_json_only carries neither: it takes such payloads for unchecked, which is an
// error. The package neither publishes nor stores
// anything, but for temporary files of [Checker.Forks], and finds schemas only
// through an [evctl.Source].
package envelope
