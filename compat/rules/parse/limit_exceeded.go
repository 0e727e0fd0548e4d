package parse

import "github.com/evctl/evctl"

// LimitExceeded is a schema beyond the limits that keep the tool safe.
var LimitExceeded = evctl.Rule{
	ID:       "parse/limit-exceeded",
	Severity: evctl.Error,
	Doc: `The schema is beyond the limits that keep the tool safe.

Counted are sub-schemas, how deep they lead into one another through references,
and the digits of numbers. The finding names the limit. Split the schema.`,
}
