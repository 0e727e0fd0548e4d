package rules

import "github.com/evctl/evctl"

// PayloadUnchecked is the rule envelope/payload-unchecked.
var PayloadUnchecked = evctl.Rule{
	ID:       "envelope/payload-unchecked",
	Severity: evctl.Error,
	Doc: `The payload was not checked.

Payloads in Avro and Protobuf (base64 in the envelope) are not decoded here yet, and a schema that cannot be compiled
checks nothing. Everything else about the event was checked, but what was not looked at does not pass. Mend the schema;
or, to accept events unread, set the rule to warning: they are still counted as unchecked, not as valid.`,
}
