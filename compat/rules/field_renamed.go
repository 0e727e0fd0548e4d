package rules

import "github.com/evctl/evctl"

// FieldRenamed is a field that keeps its number under another name.
var FieldRenamed = evctl.Rule{
	ID:       "compat/field-renamed",
	Severity: evctl.Error,
	Doc: `A Protobuf field keeps its number and has another name.

Bytes do not carry the name and nobody who reads them notices. JSON does: its
readers pass over the name they do not know and see the field as absent. Keep the
name; if no consumer reads JSON, set the level to ` + "`wire`" + `.`,
}
