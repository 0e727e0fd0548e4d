package rules

import "github.com/evctl/evctl"

// ProbableRename is a name that vanishes while an equal one appears.
var ProbableRename = evctl.Rule{
	ID:       "compat/probable-rename",
	Severity: evctl.Error,
	Doc: `A field vanishes and an equal one appears beside it: most likely one field, renamed.

To the schema that is a removal and an addition, and when both are optional each
reads the other's events without an error. The value is lost all the same: new
readers find nothing under the new name in old events, old readers nothing under
the old name in new ones. Keep the name; or add the new one beside it and write
both until every consumer has moved. In Avro an alias makes new readers find the
old name.`,
}
