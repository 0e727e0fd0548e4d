// Package wire reads the header that serializers put before a message to name
// its schema: Confluent's prefix and GUID header, AWS Glue's, and Avro's single
// object encoding.
//
// Call [ParseRecord] with the value of a Kafka record and the header that may name
// its schema, or [Parse] with any other message. What the named schema is, a
// registry says: this package asks none, and checks no payload.
package wire
