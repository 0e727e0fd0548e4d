// Package wire reads the header that serializers put before a message to name
// its schema: Confluent's prefix and GUID header, AWS Glue's, and Avro's single
// object encoding.
//
// Call [Parse] with a record's value, or [ParseHeader] with the record header
// that carries a GUID. What the named schema is, a registry says: this package
// asks none, and checks no payload.
package wire
