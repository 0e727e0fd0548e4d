package rules

import "github.com/evctl/evctl"

// JSONFormatChanged is a type that no longer promises to be writable as ProtoJSON.
var JSONFormatChanged = evctl.Rule{
	ID:       "compat/json-format-changed",
	Severity: evctl.Error,
	Doc: `A Protobuf type no longer promises that it can be written as ProtoJSON.

With json_format = LEGACY_BEST_EFFORT (and in proto2) two names may collide in JSON,
and then a reader finds one of them. Keep json_format = ALLOW.`,
}
