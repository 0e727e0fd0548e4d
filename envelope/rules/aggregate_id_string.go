package rules

import "github.com/evctl/evctl"

// AggregateIDString is the rule envelope/aggregate-id-string.
var AggregateIDString = evctl.Rule{
	ID:       "envelope/aggregate-id-string",
	Severity: evctl.Error,
	Doc: `The aggregate id is not a string.

The aggregate id is the key of the record, byte for byte, also where the column is a number. A JSON number loses digits
above 2^53 in many readers, and 1001 and 1001.0 are one number but two keys. Quote it in the producer.`,
}
