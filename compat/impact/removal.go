package impact

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/compat/rules"
)

// removals reports the fields that the newest published version has, the new
// one has not, and a consumer declares to read, unless a finding says so
// already. Under the mode NONE nothing is compared.
func (j *judge) removals(findings []evctl.Finding, consumers []Consumer) []evctl.Finding {
	old := j.version(0)
	if old == nil || len(j.change.Mode.Directions()) == 0 {
		return nil
	}
	before, after := j.outline(old), j.outline(j.change.New)
	if before == nil || after == nil {
		return nil
	}
	var out []evctl.Finding
	for _, field := range fields(consumers) {
		tokens := outline.Tokens(field)
		had, stood := before.Field(tokens)
		has, left := after.Field(tokens)
		if had != outline.Declared || has != outline.Absent || j.told(findings, field) {
			continue
		}
		if f, hit := j.removal(field, consumers); hit {
			f.Path, f.Position = place(left, j.change.New.File)
			from := &evctl.OldPosition{Version: old.Version}
			from.Path, from.Position = place(stood, old.File)
			f.Old = from
			out = append(out, f)
		}
	}
	return out
}

// fields lists what is read, sorted, each once.
func fields(consumers []Consumer) []string {
	var all []string
	for _, c := range consumers {
		all = append(all, c.Reads...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func place(p *outline.Part, file string) (string, evctl.Position) {
	if p.Position == nil {
		return "", evctl.Position{File: file}
	}
	return p.Path, p.Position()
}

// told reports whether a finding says of the field that it is gone.
func (j *judge) told(findings []evctl.Finding, field string) bool {
	gone := []string{rules.RequiredFieldRemoved.ID, rules.ProbableRename.ID, rules.FieldRemoved.ID, rules.FieldRenamed.ID, rules.PropertyRemoved.ID, rules.FormatChanged.ID, rules.MessageRemoved.ID}
	return slices.ContainsFunc(findings, func(f evctl.Finding) bool {
		return f.Severity == evctl.Error && slices.Contains(gone, f.Rule) && j.touchesField(f, field)
	})
}

// removal reports one field. It hits those of its readers whose versions are
// compared.
func (j *judge) removal(field string, consumers []Consumer) (evctl.Finding, bool) {
	var names []string
	var versions []int
	for _, c := range consumers {
		if !slices.Contains(c.Reads, field) {
			continue
		}
		for _, old := range j.change.Old {
			if !old.Retired && slices.Contains(c.Versions, old.Version) {
				names, versions = append(names, c.Name), append(versions, old.Version)
			}
		}
	}
	if len(names) == 0 {
		return evctl.Finding{}, false
	}
	slices.Sort(names)
	names = slices.Compact(names)
	slices.Sort(versions)
	f := rules.ReadFieldRemoved.At(evctl.Position{}, "field %s is gone, and %s %s it", field, strings.Join(names, ", "), plural(len(names), "reads", "read"))
	f.Subject, f.Key = j.change.New.Subject, field
	f.Breaks, f.Consumers = slices.Compact(versions), names // without a direction: readers do read the event
	f.Remedy = "keep the field until these consumers have taken it out of reads in their contracts"
	return f, true
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
