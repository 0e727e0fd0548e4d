package ci

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/rules"
)

// baseConfig reads the base branch's configuration, which a change cannot
// touch: it says where published schemas are, who may approve exceptions, and
// whether a change may approve its own. It is nil if there is none; where the
// change has none either, it is what the base branch's files tell.
func (r *run) baseConfig() *config.Config {
	dir := path.Dir(r.config.File)
	for _, name := range []string{r.config.File, path.Join(dir, "evctl.yaml"), path.Join(dir, ".evctl.yaml")} {
		text, err := fs.ReadFile(r.scope.published, name)
		if err != nil {
			continue
		}
		base, err := config.Parse(name, text)
		if err == nil {
			err = base.Fill(r.scope.published)
		}
		if err != nil {
			r.notes = append(r.notes, fmt.Sprintf("the base branch's configuration does not count: %v", err))
			return nil
		}
		return base
	}
	if r.config.File == "" {
		if base, err := config.Discover(r.config.Root, r.scope.published); err == nil {
			return base
		}
	}
	return nil
}

// loosened reports a configuration that asks for less than the base branch's.
// Settings of single subjects are dir.Compare's to judge.
func (r *run) loosened(s *sides) []evctl.Finding {
	if r.base == nil || s.git == nil {
		return nil
	}
	var found []evctl.Finding
	report := func(key, subject, message string, args ...any) {
		f := rules.ModeDrift.At(r.config.Position(key), message, args...)
		f.Subject, f.Path, f.Key = subject, "/"+key, "configuration"
		found = append(found, f)
	}
	was, is := r.base.Compatibility.Mode, r.config.Compatibility.Mode
	if registry.Looser(is, was) {
		report("compatibility", "", "mode was %s, and is %s now", was, is)
		return found
	}
	if r.base.Semantics.Policy == evctl.Strict && r.config.Semantics.Policy != evctl.Strict {
		report("semantics", "", "policy was strict, and is lenient now")
	}
	for _, subject := range s.git.Subjects() {
		if was, is := r.base.Mode(subject), r.config.Mode(subject); registry.Looser(is, was) {
			report("overrides", subject, "mode of %s was %s, and is %s now", subject, was, is)
		}
	}
	return found
}
