package rules

import "github.com/evctl/evctl"

// FormatChanged is a version in another schema language than the ones before.
var FormatChanged = evctl.Rule{
	ID:       "compat/format-changed",
	Severity: evctl.Error,
	Doc: `A version is written in another schema language than the published ones.

The bytes of a JSON, an Avro and a Protobuf event have nothing in common, so no
consumer of one reads the other, whatever the fields are called.

Publish the event under a new subject in the new language, run both until every
consumer has moved, and retire the old one.`,
}
