package rules

import "github.com/evctl/evctl"

// IllegalName reports: a subject's name cannot be used everywhere.
var IllegalName = evctl.Rule{
	ID:       "registry/illegal-name",
	Severity: evctl.Error,
	Doc: `A subject's name cannot be used everywhere.

Names become folders, topics, addresses and parts of schema refs. Use letters,
digits, ` + "`" + `.` + "`" + `, ` + "`" + `_` + "`" + ` and ` + "`" + `-` + "`" + `, begin with a letter or digit, stay within 200
characters, and let no two names differ in case only: some file systems cannot
hold both.`,
}
