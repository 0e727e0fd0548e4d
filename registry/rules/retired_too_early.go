package rules

import "github.com/evctl/evctl"

// RetiredTooEarly is a retired version whose events can still come.
var RetiredTooEarly = evctl.Rule{
	ID:       "registry/retired-too-early",
	Severity: evctl.Error,
	Doc: `A version is retired while its events can still come.

Events outlive the schema that wrote them: in the topic until its retention and the last segment are over, in the archive, and as far
back as a replay may reach. Until then the newest schema must be able to read them, so their version belongs into the comparison.

A version may go when the longest of these times has passed since its successor was merged, or since the ` + "`sunset`" + ` of the subject, if it was the
newest and nobody publishes the subject any more. The finding names the day. To retire it sooner, file an exception and name it in the
entry.`,
}
