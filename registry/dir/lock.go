package dir

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/atomicfile"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/internal/yamldoc"
	"github.com/evctl/evctl/registry"
)

// lock is evctl.lock: the versions of files edited in place, by subject. It
// numbers them where git's history is cut off or git is not there at all.
type lock struct {
	Subjects map[string][]locked `yaml:"subjects"`
}

// locked is one version. Digest identifies its canonical form; Blob is git's
// id of the contents at Commit.
type locked struct {
	Version int    `yaml:"version"`
	Digest  string `yaml:"sha256"`
	Blob    string `yaml:"blob"`
	Commit  string `yaml:"commit"`
	Path    string `yaml:"path"`
}

func digest(s *evctl.Schema) string {
	sum := sha256.Sum256(registry.Canonical(s.Format, s.Text))
	return hex.EncodeToString(sum[:])
}

// number returns the version that a form has, or the next one.
func (l lock) number(s *evctl.Schema) int {
	next, form := 1, digest(s)
	for _, v := range l.Subjects[s.Subject] {
		if v.Digest == form {
			return v.Version
		}
		next = max(next, v.Version+1)
	}
	return next
}

func (l lock) revisions(subject string) []git.Revision {
	var revisions []git.Revision
	for _, v := range l.Subjects[subject] {
		revisions = append(revisions, git.Revision{Commit: v.Commit, Path: v.Path, Blob: v.Blob})
	}
	return revisions
}

// readLock reads evctl.lock, if the layout has files edited in place.
func (r *Registry) readLock() error {
	if !slices.ContainsFunc(r.matchers, func(m *matcher) bool { return m.inPlace }) {
		return nil
	}
	text, err := fs.ReadFile(r.fsys, lockFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read lock: %w", err)
	}
	return yamldoc.Decode(lockFile, text, &r.lock)
}

// Freeze writes evctl.lock into the folder root: all versions of files edited
// in place, as published, which must come from Published. It returns how many
// it wrote; without such files it writes nothing.
func Freeze(ctx context.Context, root string, published *Registry) (int, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Written by evctl registry freeze: the versions of files edited in place.\nsubjects:\n")
	total := 0
	for _, name := range published.Subjects() {
		s := published.subjects[name]
		if !s.inPlace() {
			continue
		}
		entries, err := published.freeze(ctx, s)
		if err != nil {
			return 0, err
		}
		fmt.Fprintf(&text, "  %s:\n", quote(name))
		for _, e := range entries {
			fmt.Fprintf(&text, "  - {version: %d, sha256: %s, blob: %s, commit: %s, path: %s}\n", e.Version, quote(e.Digest), quote(e.Blob), quote(e.Commit), quote(e.Path))
		}
		total += len(entries)
	}
	if total == 0 {
		return 0, nil
	}
	return total, atomicfile.Write(filepath.Join(root, lockFile), text.Bytes(), 0o644)
}

func (r *Registry) freeze(ctx context.Context, s *subject) ([]locked, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.history == nil {
		return nil, fmt.Errorf("freeze %s: opened without history", s.name)
	}
	revisions, err := r.history.repo.FirstParentHistory(ctx, r.history.commit, s.files[0], s.pattern.Since)
	if err != nil {
		return nil, fmt.Errorf("freeze %s: %w", s.name, err)
	}
	forms := map[string]bool{}
	var entries []locked
	for _, revision := range revisions {
		text, err := r.history.repo.Blob(revision.Blob)
		if err != nil {
			return nil, fmt.Errorf("freeze %s: %w", s.name, err)
		}
		form := digest(r.schema(s, 0, revision.Path, text))
		if !forms[form] {
			forms[form] = true
			entries = append(entries, locked{len(forms), form, revision.Blob, revision.Commit, revision.Path})
		}
	}
	return entries, nil
}

// quote writes a YAML string; JSON's are a subset.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil { // cannot happen: a string always encodes
		return `""`
	}
	return string(text)
}

// Frozen returns the subjects that evctl.lock holds, sorted.
func (r *Registry) Frozen() []string { return slices.Sorted(maps.Keys(r.lock.Subjects)) }
