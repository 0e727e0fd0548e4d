package rules

import "github.com/evctl/evctl"

// RetirementUnproven is a retirement that rests on its author's word.
var RetirementUnproven = evctl.Rule{
	ID:       "registry/retirement-unproven",
	Severity: evctl.Warning,
	Doc: `Nobody says for how long the events of a retired version can still come.

Whether a version may leave the comparison follows from what is on file: who declares to read it, how long the topic keeps events, how
long the archive does, how far back replays reach. Where one of these is missing the retirement rests on the ` + "`evidence`" + ` in its entry alone.

Say it where it belongs: ` + "`org.topics`" + ` names the file with each topic's ` + "`retention.ms`" + `, ` + "`org.replay`" + ` the one with ` + "`archive`" + ` and ` + "`window`" + `, and contracts say
who publishes, who consumes and who replays.`,
}
