// Package adopt brings evctl into a repository: what `evctl init` does.
//
// Call [Look], show the [Survey], then [Survey.Plan] for the files that are
// missing, and [Plan.Write] to write them. A file that exists is never touched;
// the plan says what to add to it by hand. The package judges no schema: the
// caller runs the gate between looking and writing.
package adopt

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/git"
)

// Survey is what a repository holds that matters to evctl.
type Survey struct {
	Root       string // absolute
	ConfigFile string // evctl.yaml or .evctl.yaml, if there is one
	// Registries are folders laid out REGISTRY/SUBJECT/VERSION.ext, by the
	// folder above them, such as schemas: [events].
	Registries map[string][]string
	Versions   int            // files inside Registries
	Loose      map[string]int // other schema files, by the pattern that matches them
	Documents  []string       // OpenAPI documents, by their names
	Today      time.Time      // the day of the survey
	Codeowners string         // path, if there is one
	HooksDir   string         // absolute, where git looks for hooks
	Framework  string         // pre-commit, husky, or "" for plain git
	Host       string         // github, gitlab, or ""
}

// maxFiles bounds how many files Look visits.
const maxFiles = 200_000

// Look surveys the repository that dir lies in.
func Look(ctx context.Context, dir string) (*Survey, error) {
	repo, err := git.Open(ctx, dir, git.Offline)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	s := &Survey{Root: repo.Root(), Registries: map[string][]string{}, Loose: map[string]int{}, Today: time.Now()}
	if s.HooksDir, err = repo.HooksDir(ctx); err != nil {
		return nil, err
	}
	s.Host = host(s.Root, repo.Origin(ctx))
	s.ConfigFile = s.first("evctl.yaml", ".evctl.yaml")
	s.Codeowners = s.first(".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
	switch {
	case s.first(".pre-commit-config.yaml") != "":
		s.Framework = "pre-commit"
	case s.first(".husky") != "":
		s.Framework = "husky"
	}
	return s, s.walk(ctx)
}

func host(root, origin string) string {
	switch {
	case exists(filepath.Join(root, ".github")), strings.Contains(origin, "github"):
		return "github"
	case exists(filepath.Join(root, ".gitlab-ci.yml")), strings.Contains(origin, "gitlab"):
		return "gitlab"
	}
	return ""
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func (s *Survey) first(names ...string) string {
	for _, name := range names {
		if exists(filepath.Join(s.Root, filepath.FromSlash(name))) {
			return name
		}
	}
	return ""
}

// passedOver are folders that hold other people's files.
var passedOver = []string{"node_modules", "vendor", "testdata", "third_party", "dist", "build", "target"}

func (s *Survey) walk(ctx context.Context) error {
	seen := 0
	return fs.WalkDir(os.DirFS(s.Root), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // a folder that cannot be read is not ours to judge
		case d.IsDir() && file != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains(passedOver, d.Name())):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		if seen++; seen > maxFiles {
			return fs.SkipAll
		}
		s.file(file)
		return nil
	})
}

// file counts one file, if it is a schema or an OpenAPI document.
func (s *Survey) file(file string) {
	if slices.Contains(documentNames, path.Base(file)) {
		s.Documents = append(s.Documents, file)
		return
	}
	format, ok := evctl.FormatOf(file)
	if !ok {
		return
	}
	if dir, registry, ok := embedded(file); ok {
		s.Versions++
		if !slices.Contains(s.Registries[dir], registry) {
			s.Registries[dir] = append(s.Registries[dir], registry)
		}
		return
	}
	switch {
	case format == evctl.JSON && strings.HasSuffix(file, ".schema.json"):
		s.Loose["**/{subject}.schema.json"]++
	case format != evctl.JSON:
		s.Loose["**/{subject}"+format.Ext()]++
	}
}

// embedded splits DIR/REGISTRY/SUBJECT/VERSION.ext.
func embedded(file string) (dir, registry string, ok bool) {
	base := path.Base(file)
	version, err := strconv.Atoi(strings.TrimSuffix(base, path.Ext(base)))
	folder := path.Dir(path.Dir(file)) // DIR/REGISTRY
	dir = path.Dir(folder)
	return dir, path.Base(folder), err == nil && version > 0 && folder != "." && dir != "."
}
