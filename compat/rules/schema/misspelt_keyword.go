package schema

import "github.com/evctl/evctl"

// MisspeltKeyword is a keyword that is almost one of JSON Schema's.
var MisspeltKeyword = evctl.Rule{
	ID:       "schema/misspelt-keyword",
	Severity: evctl.Warning,
	Doc: `A keyword is spelt almost like one of JSON Schema's, and so says nothing.

Validators pass over keywords that they do not know. A limit that is misspelt
limits nothing: producers write what it should keep out, and spelling it right
later breaks whoever wrote such events until then. Spell it right before the
version is published. A keyword of your own that only looks like another one is
safe behind ` + "`x-`" + `.`,
}
