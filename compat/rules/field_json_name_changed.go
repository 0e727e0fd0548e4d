package rules

import "github.com/evctl/evctl"

// FieldJSONNameChanged is a field that JSON calls otherwise.
var FieldJSONNameChanged = evctl.Rule{
	ID:       "compat/field-json-name-changed",
	Severity: evctl.Error,
	Doc: `A Protobuf field has another name in JSON (` + "`json_name`" + `).

Readers of JSON pass over a name they do not know, so the value is lost to them
without an error. Keep the old json_name.`,
}
