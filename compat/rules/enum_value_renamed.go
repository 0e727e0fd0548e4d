package rules

import "github.com/evctl/evctl"

// EnumValueRenamed is an enum number under another name.
var EnumValueRenamed = evctl.Rule{
	ID:       "compat/enum-value-renamed",
	Severity: evctl.Error,
	Doc: `An enum writes a number in JSON under a name that the other version does not have.

Bytes carry the number and do not change. Readers of JSON refuse the unknown name,
or drop it when they pass over what they do not know. Declare the new name after the
old one, with ` + "`option allow_alias = true`" + `: writers use the first, readers know both.`,
}
