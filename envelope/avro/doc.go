// Package avro checks that bytes are a datum of an Avro schema, without
// decoding them: lengths, UTF-8, union branches, enum symbols, depth, and that
// the datum ends where the bytes do.
//
// Call [Compile] once a schema, then [Program.Check] for each datum; it builds
// no value and does not allocate where it finds nothing. It does not resolve
// schemas: the bytes are checked against the schema that wrote them. What a
// logical type promises about a value (a UUID's form, a decimal's precision) is
// not checked.
package avro
