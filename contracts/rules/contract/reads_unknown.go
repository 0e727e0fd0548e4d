package contract

import "github.com/evctl/evctl"

// ReadsUnknown is a field that a contract reads and no version has.
var ReadsUnknown = evctl.Rule{
	ID:       "contract/reads-unknown",
	Severity: evctl.Error,
	Doc: `A contract reads a field that none of the versions it lists has.

The fields under ` + "`reads`" + ` say which breaks concern the consumer. One that is misspelt concerns it never: the field that was meant can go, and
nobody hears of it.

A field is a JSON pointer into the payload of the event, in which ` + "`*`" + ` stands for every item of a list and every key of a map:
` + "`/items/*/sku`" + `. Fields of Protobuf go by their name or their name in JSON. Where one entry of ` + "`consumes`" + ` lists several event types, its fields
are those of each; different fields take different entries.`,
}
