package rules

import "github.com/evctl/evctl"

// FieldUnknown is the rule envelope/field-unknown.
var FieldUnknown = evctl.Rule{
	ID:       "envelope/field-unknown",
	Severity: evctl.Error,
	Doc: `The envelope has a field that its version does not define.

A producer writes only what the contract knows, under either policy: a stray field becomes something consumers rely on,
and clashes with the field of that name in the next version of the envelope. Move it into the payload and register it
there. A consumer under the lenient policy drops such fields without a word; under the strict policy it refuses them.`,
}
