// Package protobuf checks that bytes are a message of a Protobuf schema, without
// decoding them: tags, lengths, UTF-8, enum values, required fields, depth.
//
// Call [Compile] once a message, then [Program.Check] for each; it builds no
// value and does not allocate where it finds nothing. Extensions are known by
// their range alone, and what is inside google.protobuf.Any is bytes.
package protobuf
