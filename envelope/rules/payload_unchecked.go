package rules

import "github.com/evctl/evctl"

// PayloadUnchecked is the rule envelope/payload-unchecked.
var PayloadUnchecked = evctl.Rule{
	ID:       "envelope/payload-unchecked",
	Severity: evctl.Error,
	Doc: `The payload was not checked.

A schema that cannot be compiled checks nothing, in JSON Schema, Avro or Protobuf. Everything
else about the event was checked, but what was not looked at does not pass. Mend the schema; or, to accept events unread, set the rule to warning: they are still counted as unchecked, not as valid.`,
}
