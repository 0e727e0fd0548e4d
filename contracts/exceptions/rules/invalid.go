package rules

import "github.com/evctl/evctl"

// Invalid is an entry that does not say what an exception must say.
var Invalid = evctl.Rule{
	ID:       "exception/invalid",
	Severity: evctl.Error,
	Doc: `An entry of the exceptions file is incomplete or contradicts itself.

A waiver that cannot be read the same way by everybody waives nothing, so the entry is ignored until it is mended.

An exception needs:

- an id of the form ` + "`EX-2026-014`" + `, used once;
- the rules it waives, by id (` + "`compat/field-removed`" + `) or by clause (` + "`KEY-011`" + `). Rules of the families
  ` + "`exception/` and `parse/`" + ` cannot be waived, since nothing could be judged then; ` + "`exception/guard-loosened`" + ` can;
- a match: the fingerprint of one finding, or at least a subject or a service;
- a reason, an owner and the day it was filed;
- a decision: ` + "`pending`, `approved` or `denied`" + `. A decided one names the day and the approver, an approved one also its last day;
- if it renews another: ` + "`renews`" + `, the id of an approved exception above it, about the same rules or fewer;
- if it ended before its time: ` + "`closed_at`" + `, the day.

` + "`evctl exceptions add FINGERPRINT`" + ` writes a complete entry.`,
}
