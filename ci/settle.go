package ci

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/baseline"
	"github.com/evctl/evctl/ci/codeowners"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/atomicfile"
)

// settle is what becomes of findings once they are collected: severities of
// the configuration, then exceptions, then the baseline.
func (r *run) settle(found []evctl.Finding) ([]evctl.Finding, error) {
	found = r.except(r.severities(r.wanted(found)))
	return found, r.baseline(found)
}

// wanted drops the findings that --only and --skip leave out.
func (r *run) wanted(found []evctl.Finding) []evctl.Finding {
	return slices.DeleteFunc(found, func(f evctl.Finding) bool { return !r.selected.rule(f.Rule) })
}

// severities applies the configuration's severities and drops what is off.
func (r *run) severities(found []evctl.Finding) []evctl.Finding {
	for i := range found {
		found[i].Severity = r.severity(found[i])
	}
	return slices.DeleteFunc(found, func(f evctl.Finding) bool { return f.Severity == evctl.Off })
}

// complete reports whether this run would have found every finding of a rule.
func (r *run) complete(rule string) bool {
	family, _, _ := strings.Cut(rule, "/")
	f := r.ledger[family]
	if family == "registry" && r.unasked {
		return false
	}
	return r.options.All && f != nil && (f.State == report.LookedAt || f.State == report.Cached) && r.selected.rule(rule)
}

// baseline marks known findings and, if asked to, writes the file.
func (r *run) baseline(found []evctl.Finding) error {
	name := r.config.BaselineFile()
	now, err := readBaseline(r.scope.current, name)
	if err != nil {
		return err
	}
	before, err := readBaseline(r.scope.published, name)
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("the base branch's baseline does not count: %v", err))
		before = &baseline.File{}
	}
	if r.options.WriteBaseline {
		if now, err = r.writeBaseline(name, found, now, before); err != nil {
			return err
		}
	}
	if now == nil {
		return nil
	}
	counts := now.Honoured(before)
	if n := len(now.Entries) - len(counts.Entries); n > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%d of %s do not count: the base branch's copy does not list them, and a baseline only shrinks", n, name))
	}
	counts.Mark(found)
	return nil
}

// readBaseline returns nil if there is no file.
func readBaseline(fsys fs.FS, name string) (*baseline.File, error) {
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return baseline.Parse(name, text)
}

// writeBaseline writes the first baseline or a smaller one.
func (r *run) writeBaseline(name string, found []evctl.Finding, now, before *baseline.File) (*baseline.File, error) {
	owners, err := codeowners.Load(r.scope.current)
	if err != nil {
		return nil, err
	}
	owner := func(file string) string { return strings.Join(owners.Of(file), " ") }
	old := now
	if old == nil {
		old = before
	}
	next := baseline.First(found, r.options.Now, owner)
	if old != nil {
		next = old.Shrink(found, r.complete)
	}
	r.notes = append(r.notes, grown(name, old, next))
	return next, atomicfile.Write(filepath.Join(r.config.Root, filepath.FromSlash(name)), next.Text(), 0o644)
}

func grown(name string, old, next *baseline.File) string {
	if old == nil {
		return fmt.Sprintf("wrote %s: %d known findings", name, len(next.Entries))
	}
	return fmt.Sprintf("wrote %s: %d known findings, %d fewer; new ones are not added", name, len(next.Entries), len(old.Entries)-len(next.Entries))
}
