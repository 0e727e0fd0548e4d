package rules

import "github.com/evctl/evctl"

// GeneratedCodeChanged is a change that only generated code sees.
var GeneratedCodeChanged = evctl.Rule{
	ID:       "compat/generated-code-changed",
	Severity: evctl.Info,
	Doc: `A type, service or method that generated code names is gone or is called otherwise.

Events do not carry its name, so those who read them notice nothing; programs that
are compiled against the new schema may no longer build. It counts as an error with
level ` + "`source`" + `.`,
}
