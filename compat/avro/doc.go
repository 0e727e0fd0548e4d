// Package avro decides whether a reader with one Avro schema reads what a
// writer with another has written, by the resolution rules of the
// specification, 1.12.
//
// [Engine.Compare] answers for two versions: every incompatibility is a finding
// of its own, with the places in both schemas and a datum, in Avro's JSON
// encoding and as bytes, that the one writes and the other cannot read. Changes
// that resolve and yet mean something else (a decimal's scale, a time unit) are
// findings too, but do not touch the verdict.
//
// The question is asked of data: what no finite event can hold, such as a record
// that must contain itself, breaks nobody. Only where a schema has no finite
// event at all does the engine fall back on the schemas' shapes.
//
// The package decodes nothing; its encoder serves witnesses only.
package avro
