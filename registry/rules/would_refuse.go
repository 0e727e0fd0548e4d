package rules

import "github.com/evctl/evctl"

// WouldRefuse reports: the remote registry refuses a version that passes here.
var WouldRefuse = evctl.Rule{
	ID:       "registry/would-refuse",
	Severity: evctl.Error,
	Doc: `The remote registry refuses a version that passes here.

The registry has the last word when the version is registered, so the pipeline
would fail after the merge. Its compatibility check takes documents as they are
(the strict policy here) and knows fewer formats of proof. Its reason is quoted;
the event shows a reader that rejects unknown fields break, where there is one.`,
}
