package rules

import "github.com/evctl/evctl"

// ReadFieldRemoved is an optional field that goes while somebody reads it.
var ReadFieldRemoved = evctl.Rule{
	ID:       "compat/read-field-removed",
	Severity: evctl.Error,
	Doc: `A field is removed that a consumer declares to read.

Removing an optional field breaks no schema: old readers take the event without it. It breaks the code behind the schema all the same,
and quietly, since every event looks as if the field had just not been set. A consumer that lists the field under ` + "`reads`" + ` of its
` + "`contract.yaml`" + ` has said that its code needs it, so this is an error under either policy.

A consumer that lists an object reads all that is in it. One that lists no fields at all may read everything or little; for its sake no
optional field has to stay.

Ask the consumers that the finding names to stop reading the field: once they have taken it out of ` + "`reads`" + `, it may go. If the value lives
on under another name, write both until they have moved.`,
}
