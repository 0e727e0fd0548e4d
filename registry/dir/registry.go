package dir

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/git"
)

// A Registry is the subjects of one file system. Names are read when it is
// opened, texts when they are asked for. It is safe for concurrent use and
// implements evctl.Source.
type Registry struct {
	layout   Layout
	matchers []*matcher
	fsys     fs.FS
	history  *history // nil: files edited in place have only the version they show
	lock     lock
	before   *Registry // what is published, where files edited in place go on from it

	mu       sync.Mutex
	subjects map[string]*subject
	files    map[string]string // file to subject
	problems []evctl.Finding   // found while listing
	index    *index            // what references may lead to; made when needed
	read     map[string]*document
}

var _ evctl.Source = (*Registry)(nil)

// subject is one subject and the files that stand for it.
type subject struct {
	name     string
	folder   string         // of the embedded layout
	pattern  *matcher       // of other layouts; else nil
	files    map[int]string // by version; of a file edited in place, by 0
	settings string         // the file subject.yaml, if there is one

	read      bool // the fields below are filled
	Settings  Settings
	versions  []*evctl.Schema
	inherited []*evctl.Schema          // versions that another registry resolved
	commits   map[*evctl.Schema]string // where versions come from history
	findings  []evctl.Finding
	err       error
	resolved  bool // versions have their Refs
}

// inPlace reports whether the versions stand in history only.
func (s *subject) inPlace() bool { return s.pattern != nil && s.pattern.inPlace }

// Open lists the subjects of a file system. The error says that the layout or
// a folder cannot be read; what is wrong with single files are Findings.
func Open(fsys fs.FS, layout Layout) (*Registry, error) {
	r := &Registry{layout: layout, fsys: fsys, subjects: map[string]*subject{}, files: map[string]string{}}
	for _, p := range layout.Patterns {
		m, err := compile(p)
		if err != nil {
			return nil, err
		}
		r.matchers = append(r.matchers, m)
	}
	if err := r.readLock(); err != nil {
		return nil, err
	}
	if layout.Dir != "" {
		if err := r.listEmbedded(); err != nil {
			return nil, err
		}
	}
	if err := r.listPatterns(); err != nil {
		return nil, err
	}
	r.checkNames()
	return r, nil
}

// Published returns what a commit publishes: the files of its tree and, for
// files edited in place, the distinct forms on its first-parent history. An
// empty commit publishes nothing. Where a shallow clone lacks history and
// evctl.lock does not help, reading a subject fails with a *git.Error.
func Published(ctx context.Context, repo *git.Repo, commit string, layout Layout) (*Registry, error) {
	tree, err := repo.Tree(ctx, commit, layout.Paths()...)
	if err != nil {
		return nil, err
	}
	r, err := Open(tree, layout)
	if err != nil {
		return nil, err
	}
	r.history = &history{repo: repo, commit: commit}
	return r, nil
}

// Subjects returns the names of all subjects, sorted.
func (r *Registry) Subjects() []string { return slices.Sorted(maps.Keys(r.subjects)) }

// SubjectOf returns the subject that a file belongs to: as a version, or as
// its subject.yaml. The file need not exist any more.
func (r *Registry) SubjectOf(file string) (string, bool) {
	if name, ok := r.files[file]; ok {
		return name, true
	}
	if name, _, ok := r.layout.embedded(file); ok {
		return name, true
	}
	for _, m := range r.matchers {
		if name, _, ok := m.match(file); ok {
			return name, true
		}
	}
	return "", false
}

// Settings returns what subject.yaml says; the zero value if there is none.
func (r *Registry) Settings(name string) Settings {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.subjects[name]
	if s == nil {
		return Settings{}
	}
	r.readSettings(s)
	return s.Settings
}

// SettingsPosition returns where a key stands in a subject's subject.yaml, or
// where the subject is, if the file does not have it.
func (r *Registry) SettingsPosition(name, key string) evctl.Position {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.subjects[name]
	if s == nil {
		return evctl.Position{}
	}
	return r.settingsPosition(s, key)
}

// Versions returns the subject's versions, ascending. A file edited in place
// that was opened without history is one version: the number that evctl.lock
// has for its form, else the one after, else 1.
func (r *Registry) Versions(ctx context.Context, name string) ([]*evctl.Schema, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.subjects[name]
	if s == nil {
		return nil, nil
	}
	if err := r.load(ctx, s); err != nil {
		return nil, err
	}
	r.resolve(ctx, s)
	return slices.Clone(s.versions), nil
}

// Get returns one version; see evctl.Source.
func (r *Registry) Get(ctx context.Context, ref evctl.SchemaRef) (*evctl.Schema, error) {
	if ref.Registry == "" || ref.Registry == r.layout.Name {
		versions, err := r.Versions(ctx, ref.Subject)
		if err != nil {
			return nil, err
		}
		if s := pick(versions, ref.Version); s != nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", ref, evctl.ErrNotFound)
}

// pick returns a version, or the newest for 0, or nil.
func pick(versions []*evctl.Schema, version int) *evctl.Schema {
	for _, s := range slices.Backward(versions) {
		if version == 0 || s.Version == version {
			return s
		}
	}
	return nil
}
