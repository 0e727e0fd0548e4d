package rules

import "github.com/evctl/evctl"

// RetiredVersionRead is a retired version that somebody declares to read.
var RetiredVersionRead = evctl.Rule{
	ID:       "registry/retired-version-read",
	Severity: evctl.Error,
	Doc: `A version is retired that a consumer still declares to read.

A retired version leaves the comparison: from then on a change may break its readers and nobody is told. A consumer that lists the
version in its contract says that its code reads with it, today.

Wait until the consumers that the finding names have moved and no longer list the version. If one cannot move, file an exception and
name it in the entry: the owner of the subject then answers for breaking that consumer.`,
}
