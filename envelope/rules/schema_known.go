package rules

import "github.com/evctl/evctl"

// SchemaKnown is the rule envelope/schema-known.
var SchemaKnown = evctl.Rule{
	ID:       "envelope/schema-known",
	Severity: evctl.Error,
	Doc: `No registered schema tells what the event should be.

Each event names its schema by event_type and schema_version, and that version must be published before the first event
is written with it; else consumers meet a payload nobody agreed on. Publish the version, or correct the number. For a
consumer: the event is of another type than the one its schema reads.`,
}
