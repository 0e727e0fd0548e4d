package exceptions

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions/rules"
)

// A Loosening is a setting under which more passes than on the base branch.
type Loosening struct {
	Position evctl.Position // of the setting, or of what would hold it
	Setting  string         // as people name it: fail-on, severity of compat/field-removed
	Pointer  string         // JSON pointer into the configuration
	Was, Is  string
}

// Finding says so. Its subject is the configuration; the fingerprint is that of
// the new value, so that an exception for it does not cover a weaker one.
func (l Loosening) Finding() evctl.Finding {
	f := rules.GuardLoosened.At(l.Position, "%s was %s on the base branch, and is %s now", l.Setting, l.Was, l.Is)
	f.Subject, f.Path, f.Key = "evctl.yaml", l.Pointer, l.Is
	f.Remedy = "put it back, or merge an approved exception for this finding first"
	return f
}
