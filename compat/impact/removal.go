package impact

import (
	"maps"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/compat/rules"
)

// removals reports the fields that the newest published version has, the new
// one has not, and a consumer lists among those that it reads, unless a finding
// says so already. Under the mode NONE nothing is compared.
func (j *judge) removals(findings []evctl.Finding, consumers []Consumer) []evctl.Finding {
	old := j.version(0)
	if old == nil || len(j.change.Mode.Directions()) == 0 {
		return nil
	}
	before, after := j.outline(old), j.outline(j.change.New)
	if before == nil || after == nil {
		return nil
	}
	readers := map[string][]Consumer{} // by the field that is gone
	for _, c := range consumers {
		for _, field := range c.Reads {
			for _, gone := range outline.Removed(before, after, outline.Tokens(field)) {
				readers[outline.Pointer(gone)] = append(readers[outline.Pointer(gone)], c)
			}
		}
	}
	var out []evctl.Finding
	for _, field := range slices.Sorted(maps.Keys(readers)) {
		f, hit := j.removal(field, readers[field])
		if !hit || j.told(findings, field) {
			continue
		}
		tokens := outline.Tokens(field)
		_, stood := before.Field(tokens)
		_, left := after.Field(tokens)
		f.Path, f.Position = place(left, j.change.New.File)
		from := &evctl.OldPosition{Version: old.Version}
		from.Path, from.Position = place(stood, old.File)
		f.Old = from
		out = append(out, f)
	}
	return out
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
func (j *judge) removal(field string, readers []Consumer) (evctl.Finding, bool) {
	var names []string
	var versions []int
	for _, c := range readers {
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
