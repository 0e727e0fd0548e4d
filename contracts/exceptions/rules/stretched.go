package rules

import "github.com/evctl/evctl"

// Stretched is an approved exception whose last day moved.
var Stretched = evctl.Rule{
	ID:       "exception/stretched",
	Severity: evctl.Error,
	Doc: `An approved exception runs longer than it does on the base branch.

The approvers agreed to one date. Moving it keeps an old reason alive that nobody judged again, and hides how long the debt has
been there. So the exception waives nothing in this change, even where a change may approve its own exceptions.

Put the old date back and file a new exception that names the old one: ` + "`evctl exceptions add --renews EX-2026-014`" + `. Its two
quarters count from its own decision; until then the old one holds as it was approved.`,
}
