package ci

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/exceptions"
	exceptionrules "github.com/evctl/evctl/contracts/exceptions/rules"
)

// guards reports the settings under which more passes than under the base
// branch's configuration. Modes and policies are registry/mode-drift's.
func (r *run) guards() []evctl.Finding {
	if r.base == nil {
		return nil
	}
	_ = r.base.ResolveRules(Rules()) // a rule that is gone guards nothing
	is := r.written()
	var found []evctl.Finding
	for _, g := range guards(r.base, is) {
		if g.loosened {
			pos := is.Position(g.keys...)
			pos.File = cmp.Or(pos.File, r.base.File)
			found = append(found, exceptions.Loosening{Position: pos, Setting: g.name(), Pointer: g.pointer(), Was: g.was, Is: g.is}.Finding())
		}
	}
	if len(found) > 0 && r.selected.family("exception") {
		r.ledger.saw("exception", "settings", len(found))
	}
	return found
}

// written is the configuration as the files of the change have it, before any
// flag changed it.
func (r *run) written() *config.Config {
	text, err := fs.ReadFile(r.scope.current, r.config.File)
	if err != nil {
		return r.config
	}
	c, err := config.Parse(r.config.File, text)
	if err != nil || c.ResolveRules(Rules()) != nil {
		return r.config // which was read from a file outside the repository
	}
	return c
}

// A guard is one setting under two configurations.
type guard struct {
	keys     []any // where it stands
	was, is  string
	loosened bool
}

func guards(was, is *config.Config) []guard {
	var all []guard
	for _, rule := range Rules() {
		before, now := was.Severity(rule.ID, rule.Severity), is.Severity(rule.ID, rule.Severity)
		all = append(all, guard{[]any{"rules", rule.ID}, before.String(), now.String(), now < before})
	}
	ordered := func(before, now, fromWeakToStrong string, keys ...any) {
		order := strings.Fields(fromWeakToStrong)
		all = append(all, guard{keys, before, now, slices.Index(order, now) < slices.Index(order, before)})
	}
	ordered(was.FailOn.String(), is.FailOn.String(), "never error warning info", "fail-on")
	ordered(was.Exceptions.SameChange, is.Exceptions.SameChange, "allow deny", "exceptions", "same-change")
	ordered(was.Semantics.Formats, is.Semantics.Formats, "annotate assert", "semantics", "formats")
	ordered(string(was.Semantics.Protobuf), string(is.Semantics.Protobuf), "wire wire_json source", "semantics", "protobuf")
	ordered(was.Lint.MinConfidence, is.Lint.MinConfidence, "high medium low", "lint", "min-confidence")
	size := guard{[]any{"envelope", "max-bytes"}, strconv.Itoa(was.Envelope.MaxBytes), strconv.Itoa(is.Envelope.MaxBytes), is.Envelope.MaxBytes > was.Envelope.MaxBytes}
	const never = "never"
	before, now := cmp.Or(was.Org.Adopted, never), cmp.Or(is.Org.Adopted, never) // a day stands before "never"
	return append(all, size, guard{[]any{"org", "adopted"}, before, now, now > before})
}

// name is the setting as people write it.
func (g guard) name() string {
	if g.keys[0] == "rules" {
		return "severity of " + g.keys[1].(string)
	}
	return strings.ReplaceAll(strings.TrimPrefix(g.pointer(), "/"), "/", ".")
}

// pointer writes the keys as a JSON pointer.
func (g guard) pointer() string {
	text := ""
	for _, key := range g.keys {
		text += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(key))
	}
	return text
}

// severity is the severity of a finding under the configuration. That of a
// loosened guard is the base branch's, or a change could turn off what guards
// the rest.
func (r *run) severity(f evctl.Finding) evctl.Severity {
	if f.Rule == exceptionrules.GuardLoosened.ID && r.base != nil {
		return r.base.Severity(f.Rule, f.Severity)
	}
	return r.config.Severity(f.Rule, f.Severity)
}
