package rules

import "github.com/evctl/evctl"

// HeaderKnown is the rule envelope/header-known.
var HeaderKnown = evctl.Rule{
	ID:       "envelope/header-known",
	Severity: evctl.Warning,
	Doc: `The header of a serializer names a schema that nobody here knows.

The event was judged by the schema that its envelope names; whether the header says the same could not be told. A folder of
schemas knows the GUIDs and Avro fingerprints of its own texts, but no ids. Set ` + "`registry.url`" + `, so that the registry is
asked what it calls its schemas (` + "`evctl bundle`" + ` packs the answers); or, where the ids are those of another registry or
the UUIDs of AWS Glue, which cannot be asked yet, set the rule to off. A producer that must not write such headers sets it
to error.`,
}
