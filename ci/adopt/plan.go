package adopt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl/ci/templates"
	"github.com/evctl/evctl/internal/atomicfile"
)

// A Plan is what to write, and what to add by hand.
type Plan struct {
	Files []File
	Notes []Note
}

// A File is missing and can be written.
type File struct {
	Path string // relative to the root, or absolute for a hook outside it
	Text string
	Mode fs.FileMode
	Why  string // one line
}

// A Note is a file that exists already, and what to add to it.
type Note struct {
	Path string
	Add  string // lines to add; empty if nothing need be done
	Why  string
}

// Plan returns what the repository lacks. Ref is the tag or commit of evctl to
// pin in workflows.
func (s *Survey) Plan(ref string) Plan {
	var p Plan
	if s.ConfigFile != "" {
		p.Notes = append(p.Notes, Note{Path: s.ConfigFile, Why: "is kept as it is"})
	} else {
		p.Files = append(p.Files, File{"evctl.yaml", s.config(), 0o644, "what to check, and how"})
	}
	s.planContracts(&p)
	s.planHook(&p, ref)
	s.planPipeline(&p, ref)
	return p
}

const hookLine = "evctl check --staged"

func (s *Survey) planHook(p *Plan, ref string) {
	switch s.Framework {
	case "pre-commit":
		p.Notes = append(p.Notes, Note{".pre-commit-config.yaml", preCommitEntry(ref), "add the hook below repos:"})
		return
	case "husky":
		s.offer(p, File{".husky/pre-commit", hookLine + "\n", 0o755, "checks what a commit touches, through husky"}, hookLine)
		return
	}
	hook := filepath.Join(s.HooksDir, "pre-commit")
	if rel, err := filepath.Rel(s.Root, hook); err == nil && filepath.IsLocal(rel) {
		hook = filepath.ToSlash(rel)
	}
	s.offer(p, File{hook, templates.Hook(), 0o755, "checks what a commit touches; skip once with git commit -n"}, hookLine)
}

func preCommitEntry(ref string) string {
	return fmt.Sprintf("  - repo: https://github.com/evctl/evctl\n    rev: %s\n    hooks:\n      - id: evctl", ref)
}

func (s *Survey) planPipeline(p *Plan, ref string) {
	switch s.Host {
	case "github":
		s.offer(p, File{".github/workflows/evctl.yml", templates.Workflow(ref), 0o644, "checks pull requests"}, "")
		s.offer(p, File{".github/workflows/evctl-nightly.yml", templates.Nightly(ref), 0o644, "judges everything once a night, with a dashboard"}, "")
	case "gitlab":
		const file = ".gitlab/evctl.gitlab-ci.yml"
		s.offer(p, File{file, templates.GitLab(ref), 0o644, "checks merge requests, and everything once a night, with a dashboard"}, "")
		p.Notes = append(p.Notes, Note{".gitlab-ci.yml", "include:\n  - local: " + file, "include the jobs"})
	}
}

// offer plans a file, or a note if it exists and does not run evctl yet.
func (s *Survey) offer(p *Plan, f File, add string) {
	text, err := os.ReadFile(s.absolute(f.Path))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Files = append(p.Files, f)
	case err == nil && strings.Contains(string(text), "evctl"):
		p.Notes = append(p.Notes, Note{Path: f.Path, Why: "mentions evctl already and is kept as it is"})
	case add != "":
		p.Notes = append(p.Notes, Note{f.Path, add, "exists: add the line"})
	default:
		p.Notes = append(p.Notes, Note{Path: f.Path, Why: "exists and is kept as it is"})
	}
}

func (s *Survey) absolute(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.Root, filepath.FromSlash(file))
}

// Write writes the planned files, each whole or not at all, and returns the
// paths written. A file that appeared since the plan was made is left alone.
func (s *Survey) Write(p Plan) ([]string, error) {
	var written []string
	for _, f := range p.Files {
		target := s.absolute(f.Path)
		if exists(target) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return written, err
		}
		if err := atomicfile.Write(target, []byte(f.Text), f.Mode); err != nil {
			return written, fmt.Errorf("write %s: %w", f.Path, err)
		}
		written = append(written, f.Path)
	}
	return written, nil
}
