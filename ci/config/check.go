package config

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/suggest"
)

// check judges the values that their types let through.
func (c *Config) check() error {
	if c.Version != 1 {
		return c.errorAt([]any{"version"}, "want version: 1, the only one there is")
	}
	for _, choice := range []struct {
		value  string
		among  string
		places []any
	}{
		{string(c.Semantics.Policy), "lenient strict", []any{"semantics", "policy"}},
		{c.Semantics.Formats, "annotate assert", []any{"semantics", "formats"}},
		{c.Semantics.Draft, "4 6 7 2019-09 2020-12", []any{"semantics", "draft"}},
		{string(c.Semantics.Protobuf), "wire wire_json source", []any{"semantics", "protobuf"}},
		{c.Lint.MinConfidence, "low medium high", []any{"lint", "min-confidence"}},
		{c.Exceptions.SameChange, "deny allow", []any{"exceptions", "same-change"}},
		{cmp.Or(c.Kafka.SASL.Mechanism, bearer), mechanisms, []any{"kafka", "sasl", "mechanism"}}, // or none
	} {
		if among := strings.Fields(choice.among); !slices.Contains(among, choice.value) {
			hint := suggest.Hint(choice.value, among)
			if hint == "" {
				hint = ": want one of " + strings.Join(among, ", ")
			}
			return c.errorAt(choice.places, "unknown value %q%s", choice.value, hint)
		}
	}
	return errors.Join(c.checkRegistry(), c.checkLayouts(), c.checkSinks(), c.checkKafka(), c.checkRest())
}

func (c *Config) checkRegistry() error {
	r := c.Registry
	for _, address := range r.URLs() {
		if err := c.checkAddress(address, "registry", "url"); err != nil {
			return err
		}
	}
	switch {
	case r.SubjectName != "" && strings.Count(r.SubjectName, "{subject}") != 1:
		return c.errorAt([]any{"registry", "subject-name"}, "%q, want {subject} in it, once", r.SubjectName)
	case r.URL != "" && r.Glue != Glue{}:
		return c.errorAt([]any{"registry", "glue"}, "url and glue name two registries, want one")
	case strings.Contains(r.Name, "/"):
		return c.errorAt([]any{"registry", "name"}, "%q holds a slash, which ends the name in a schema ref", r.Name)
	case r.Dir != "" && r.Name == "":
		return c.errorAt([]any{"registry"}, "no name, want the folder below %s that holds the subjects", r.Dir)
	}
	return nil
}

func (c *Config) checkAddress(address string, keys ...any) error {
	switch u, err := url.Parse(address); {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return c.errorAt(keys, "%q is no address, want one like https://registry.example", address)
	case u.User != nil:
		return c.errorAt(keys, "the address holds credentials, want them in the environment")
	}
	return nil
}

func (c *Config) checkLayouts() error {
	for i, l := range c.Schemas {
		if l.Path == "" {
			return c.errorAt([]any{"schemas", i}, "no path, want the files that are schemas")
		}
		if l.Subject == "" && !strings.Contains(l.Path, "{subject}") {
			return c.errorAt([]any{"schemas", i, "path"}, "no subject, want {subject} in the path or a key subject")
		}
	}
	for i, o := range c.Overrides {
		if !doublestar.ValidatePattern(o.Subject) || o.Subject == "" {
			return c.errorAt([]any{"overrides", i, "subject"}, "%q is no glob", o.Subject)
		}
		if c.Position("overrides", i, "compatibility") == c.Position("overrides", i) {
			return c.errorAt([]any{"overrides", i}, "no compatibility, want a mode")
		}
	}
	return nil
}

func (c *Config) checkSinks() error {
	for i, s := range c.Lint.Sinks {
		if _, err := s.Entry(); err != nil {
			return c.errorAt([]any{"lint", "sinks", i}, "%v", err)
		}
	}
	return nil
}

func (c *Config) checkRest() error {
	if v := c.Envelope.Version; v < 0 || v > 2 {
		return c.errorAt([]any{"envelope", "version"}, "unknown version %d, want 1 or 2", v)
	}
	if c.Envelope.MaxBytes <= 0 {
		return c.errorAt([]any{"envelope", "max-bytes"}, "%d is no size, want bytes above 0", c.Envelope.MaxBytes)
	}
	for i, place := range c.Consumers {
		if isAddress(place) {
			if err := c.checkAddress(place, "consumers", i); err != nil {
				return err
			}
		}
	}
	for i, glob := range c.Envelope.Events {
		if !doublestar.ValidatePattern(glob) {
			return c.errorAt([]any{"envelope", "events", i}, "%q is no glob", glob)
		}
	}
	if _, err := time.Parse(time.DateOnly, c.Org.Adopted); c.Org.Adopted != "" && err != nil {
		return c.errorAt([]any{"org", "adopted"}, "%q is no day, want YYYY-MM-DD", c.Org.Adopted)
	}
	return nil
}

// ResolveRules turns the aliases in Rules into ids. A name that no rule has is
// an error with its place.
func (c *Config) ResolveRules(rules []evctl.Rule) error {
	byName := map[string]string{}
	var known []string
	for _, rule := range rules {
		for _, name := range append([]string{rule.ID}, rule.Aliases...) {
			byName[name] = rule.ID
			known = append(known, name)
		}
	}
	resolved := make(map[string]evctl.Severity, len(c.Rules))
	var faults []error
	for name, severity := range c.Rules {
		id, ok := byName[name]
		if !ok {
			faults = append(faults, c.errorAt([]any{"rules", name}, "unknown rule %q%s", name, suggest.Hint(name, known)))
		}
		resolved[id] = severity
	}
	c.Rules = resolved
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// Verify checks what a run would notice late or not at all: unknown rules,
// folders and files that do not exist below fsys, the repository's root, and
// globs that match nothing. It joins all faults.
func (c *Config) Verify(rules []evctl.Rule, fsys fs.FS) error {
	faults := []error{c.ResolveRules(rules)}
	for _, p := range append([]place{
		{&c.Registry.Dir, []any{"registry", "dir"}},
		{&c.Org.Topics, []any{"org", "topics"}},
		{&c.Org.Calendar, []any{"org", "calendar"}},
		{&c.Org.Quarantine, []any{"org", "quarantine"}},
		{&c.Org.Replay, []any{"org", "replay"}},
	}, c.Kafka.certificates()...) {
		if *p.path != "" && !c.exists(fsys, *p.path) {
			faults = append(faults, c.errorAt(p.keys, "%s does not exist", *p.path))
		}
	}
	for i, dir := range c.Consumers {
		if !isAddress(dir) && !c.exists(fsys, dir) {
			faults = append(faults, c.errorAt([]any{"consumers", i}, "%s does not exist", dir))
		}
	}
	for i, glob := range c.Envelope.Events {
		if found, err := doublestar.Glob(fsys, glob); err != nil || len(found) == 0 {
			faults = append(faults, c.errorAt([]any{"envelope", "events", i}, "%s matches no file", glob))
		}
	}
	return errors.Join(faults...)
}

// exists looks below fsys, which is the repository's root, or where the path leads
// from there.
func (c *Config) exists(fsys fs.FS, file string) bool {
	if fs.ValidPath(file) {
		_, err := fs.Stat(fsys, file)
		return err == nil
	}
	_, err := os.Stat(c.Path(file))
	return err == nil
}
