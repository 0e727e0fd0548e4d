package rules

import "github.com/evctl/evctl"

// TraceparentW3C is the rule envelope/traceparent-w3c.
var TraceparentW3C = evctl.Rule{
	ID:       "envelope/traceparent-w3c",
	Severity: evctl.Error,
	Doc: `The traceparent is not one that W3C Trace Context defines.

It is version, trace id, parent id and flags in lower-case hex: 2, 32, 16 and 2 digits joined by hyphens. Version ff, a
trace id or a parent id of zeros only is invalid, and tracers drop the whole trace. Longer texts are legal from version
01 on. Leave the field out when there is no trace; do not make one up.`,
}
