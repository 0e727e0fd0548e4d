package dir

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/rules"
)

// Inherited tells the mode and policy of a subject whose subject.yaml names none.
type Inherited func(subject string) (evctl.Mode, evctl.Policy)

// Compare returns what a change does to published versions and must not.
// base is where the change started (the merge-base), published what is
// published now (the base branch's tip, perhaps joined with a remote registry),
// current the changed files. What the change did not touch is not held against
// it. Files edited in place have no versions to break; see
// [Registry.Continue]. With subjects, only theirs are read.
func Compare(ctx context.Context, base *Registry, published evctl.Source, current *Registry, inherited Inherited, subjects ...string) ([]evctl.Finding, error) {
	var findings []evctl.Finding
	passed := func(name string) bool { return len(subjects) > 0 && !slices.Contains(subjects, name) }
	for _, name := range slices.DeleteFunc(base.Subjects(), passed) {
		if current.subjects[name] == nil {
			findings = append(findings, base.removed(name))
			continue
		}
		findings = append(findings, loosened(name, base, current, inherited)...)
		if base.subjects[name].inPlace() {
			continue
		}
		gone, err := removedVersions(ctx, name, base, current)
		if err != nil {
			return nil, err
		}
		findings = append(findings, gone...)
	}
	for _, name := range slices.DeleteFunc(current.Subjects(), passed) {
		edited, err := editedVersions(ctx, name, base, published, current)
		if err != nil {
			return nil, err
		}
		findings = append(findings, edited...)
	}
	evctl.SortFindings(findings)
	return findings, nil
}

func (r *Registry) removed(name string) evctl.Finding {
	s := r.subjects[name]
	file := s.anyFile()
	gone := s.folder
	if s.pattern != nil {
		gone = file
	}
	f := rules.SubjectRemoved.At(evctl.Position{File: file}, "subject %s is published, and %s is gone", name, gone)
	f.Subject = name
	return f
}

func removedVersions(ctx context.Context, name string, base, current *Registry) ([]evctl.Finding, error) {
	before, err := base.Versions(ctx, name)
	if err != nil {
		return nil, err
	}
	var findings []evctl.Finding
	for _, v := range before {
		if current.subjects[name].files[v.Version] != "" {
			continue
		}
		f := rules.VersionRemoved.At(evctl.Position{File: v.File}, "version %d of %s is published, and its file is gone", v.Version, name)
		f.Subject, f.Key = name, path.Base(v.File)
		f.Old = &evctl.OldPosition{Version: v.Version, Position: evctl.Position{File: v.File}}
		findings = append(findings, f)
	}
	return findings, nil
}

func editedVersions(ctx context.Context, name string, base *Registry, published evctl.Source, current *Registry) ([]evctl.Finding, error) {
	if current.subjects[name].inPlace() {
		return nil, nil
	}
	old, err := base.Versions(ctx, name)
	if err != nil {
		return nil, err
	}
	now, err := published.Versions(ctx, name)
	if err != nil {
		return nil, err
	}
	changed, err := current.Versions(ctx, name)
	if err != nil {
		return nil, err
	}
	var findings []evctl.Finding
	for _, v := range changed {
		started, public := exactly(old, v.Version), exactly(now, v.Version)
		if public == nil || started != nil && unchanged(started, v) == "" {
			continue
		}
		if file := unchanged(public, v); file != "" {
			findings = append(findings, immutable(v, public, file, started == nil, now[len(now)-1].Version+1))
		}
	}
	return findings, nil
}

func exactly(versions []*evctl.Schema, version int) *evctl.Schema {
	if version == 0 {
		return nil
	}
	return pick(versions, version)
}

// unchanged returns "" if two versions say the same, else the file that
// differs: the version's own, or one it refers to that is no version itself.
func unchanged(old, current *evctl.Schema) string {
	if !registry.Same(old, current) {
		return current.File
	}
	for _, key := range slices.Sorted(maps.Keys(current.Refs)) {
		ref, before := current.Refs[key], old.Refs[key]
		if before != nil && ref.Subject == "" && !registry.Same(before, ref) {
			return ref.File
		}
	}
	return ""
}

func immutable(v, public *evctl.Schema, file string, collides bool, next int) evctl.Finding {
	at, pointer := firstDifference(public, v)
	message := fmt.Sprintf("version %d of %s is published, and its text was changed", v.Version, v.Subject)
	switch {
	case collides:
		message = fmt.Sprintf("version %d of %s was published meanwhile with another text: take number %d", v.Version, v.Subject, next)
	case file != v.File:
		at, pointer = evctl.Position{File: file}, ""
		message = fmt.Sprintf("version %d of %s is published, and refers to this file, which was changed", v.Version, v.Subject)
	}
	f := rules.VersionImmutable.At(at, "%s", message)
	f.Subject, f.Path, f.Key = v.Subject, pointer, path.Base(v.File)
	f.Old = &evctl.OldPosition{Version: v.Version, Position: evctl.Position{File: public.File}, Path: pointer}
	return f
}

// loosened reports a subject.yaml that asks for less than it did.
func loosened(name string, base, current *Registry, inherited Inherited) []evctl.Finding {
	mode, policy := inherited(name)
	was, is := base.Settings(name), current.Settings(name)
	var findings []evctl.Finding
	report := func(key, message string) {
		f := rules.ModeDrift.At(current.SettingsPosition(name, key), "%s", message)
		f.Subject, f.Key = name, key
		findings = append(findings, f)
	}
	if before, after := or(was.Mode, mode), or(is.Mode, mode); registry.Looser(after, before) {
		report("mode", fmt.Sprintf("mode of %s was %s, and is %s now", name, before, after))
	}
	before, after := was.Policy, is.Policy
	if before == "" {
		before = policy
	}
	if after == "" {
		after = policy
	}
	if before == evctl.Strict && after != evctl.Strict {
		report("policy", fmt.Sprintf("policy of %s was strict, and is lenient now", name))
	}
	if was.Closed && !is.Closed {
		report("readers", fmt.Sprintf("readers of %s were closed, and are open now", name))
	}
	return findings
}

func or(mode *evctl.Mode, otherwise evctl.Mode) evctl.Mode {
	if mode != nil {
		return *mode
	}
	return otherwise
}
