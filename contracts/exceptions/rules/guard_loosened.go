package rules

import "github.com/evctl/evctl"

// GuardLoosened is a configuration that asks for less than the base branch's.
var GuardLoosened = evctl.Rule{
	ID:       "exception/guard-loosened",
	Severity: evctl.Error,
	Doc: `A change to the configuration lets more pass than the base branch does.

Turning a rule off is the shortest way around a finding, and the only one that nobody would ever look at again. A lower severity
of a rule, a higher ` + "`fail-on`, `exceptions.same-change: allow`, a larger `envelope.max-bytes`" + `, formats that are no longer asserted,
a weaker Protobuf level, a higher ` + "`lint.min-confidence`" + ` or a later ` + "`org.adopted`" + ` is therefore a finding of its own. Its severity is
that of the base branch's configuration. A weaker mode or policy is ` + "`registry/mode-drift`" + `.

Take the setting back, or file an exception for this finding (` + "`evctl exceptions add FINGERPRINT`" + `) and make the change once it is
approved. It is the one rule of this family that can be waived.`,
}
