package rules

import "github.com/evctl/evctl"

// VersionRemoved reports: a published version is gone.
var VersionRemoved = evctl.Rule{
	ID:       "registry/version-removed",
	Severity: evctl.Error,
	Doc: `A published version is gone.

Events written with it are still in topics, archives and outboxes, and whoever
replays them needs it. Put the file back. To leave a version out of comparisons,
retire it in subject.yaml instead; ` + "`" + `evctl registry retire` + "`" + ` writes the entry.`,
}
