// Package avro reads Avro schemas (specification 1.12) into a small model with
// positions: types, names, aliases, fields with their defaults, and logical
// types, references between documents resolved.
//
// Call [Parse]. What is wrong is an [*Error], or stands in [Schema.Faults] if data
// can be read all the same; what is legal but odd stands in [Schema.Notes]. The
// package is the only one that imports hamba/avro, which gives a second opinion,
// [Schema.SecondOpinion]. No event is decoded here, by hamba or otherwise.
package avro
