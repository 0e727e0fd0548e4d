// Package avro holds the Avro engine against other implementations: generated
// pairs of schemas are judged by it, by twmb/avro and by hamba/avro, and the
// events that it shows are read by twmb/avro. Where verdicts differ, the tests
// say why.
package avro
