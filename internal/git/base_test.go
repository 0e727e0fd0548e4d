package git

import (
	"path/filepath"
	"testing"
)

// origin makes a repository with two commits on main and one on feature,
// which parts from the first, and a clone of it that has feature checked out.
func (s sandbox) origin() (first, second, feature string) {
	s.Repo("origin")
	first = s.Commit("origin", "file", "1")
	s.Git("origin", "checkout", "-q", "-b", "feature")
	feature = s.Commit("origin", "new", "1")
	s.Git("origin", "checkout", "-q", "main")
	second = s.Commit("origin", "file", "2")
	s.Git("", "clone", "-q", "origin", "clone")
	s.Git("clone", "checkout", "-q", "feature")
	return first, second, feature
}

func TestBaseRef(t *testing.T) {
	s := newSandbox(t)
	first, second, _ := s.origin()
	check := func(name string, want Base) {
		t.Helper()
		got, err := s.open("clone").BaseRef(s.Context())
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
	}
	check("a branch", Base{"origin/main", second, "main", false, "origin/HEAD"})
	merge := must(s.open("clone").MergeBase(s.Context(), "origin/main"))(t)
	if merge != first {
		t.Errorf("merge-base is %s, want %s", merge, first)
	}
	s.Git("clone", "checkout", "-q", "main")
	check("the base branch", Base{"HEAD^", first, "main", true, "origin/HEAD"})
	s.Git("clone", "checkout", "-q", "--detach", "origin/main")
	check("its tip, detached", Base{"HEAD^", first, "main", true, "origin/HEAD"})
	s.Git("clone", "checkout", "-q", "--detach", "origin/feature")
	s.Git("clone", "remote", "set-head", "origin", "--delete")
	check("detached", Base{"origin/main", second, "main", false, "origin/main"})
	s.Git("clone", "remote", "remove", "origin")
	check("without a remote", Base{"main", second, "main", false, "main"})
	s.Git("clone", "checkout", "-q", "feature")
	s.Git("clone", "branch", "-q", "-m", "main", "trunk")
	_, err := s.open("clone").BaseRef(s.Context())
	s.wantError(err, BaseBranch, "--against")
}

func TestBaseRefOfOnlyBranch(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Git("a", "checkout", "-q", "-b", "trunk")
	first := s.Commit("a", "file", "1")
	base := must(s.open("a").BaseRef(s.Context()))(t)
	if want := (Base{"HEAD^", "", "trunk", true, "the only branch"}); base != want {
		t.Errorf("first commit: got %+v, want %+v", base, want)
	}
	s.Commit("a", "file", "2")
	base = must(s.open("a").BaseRef(s.Context()))(t)
	if base.Commit != first || !base.OnIt {
		t.Errorf("second commit: got %+v, want %s", base, first)
	}
}

func TestBaseRefInCI(t *testing.T) {
	s := newSandbox(t)
	_, second, feature := s.origin()
	s.Git("clone", "branch", "-q", "-D", "main")
	base := func() Base { return must(s.open("clone").BaseRef(s.Context()))(t) }

	t.Setenv("GITHUB_BASE_REF", "feature")
	if got := base(); got.Ref != "origin/feature" || got.Commit != feature || got.Source != "GITHUB_BASE_REF" {
		t.Errorf("pull request: got %+v", got)
	}
	t.Setenv("GITHUB_BASE_REF", "release")
	_, err := s.open("clone").BaseRef(s.Context())
	s.wantError(err, BaseBranch, "+refs/heads/release:refs/remotes/origin/release")

	s.Write("", "event.json", `{"pull_request":{"base":{"sha":"`+second+`"}}}`)
	t.Setenv("GITHUB_EVENT_PATH", filepath.Join(s.Dir, "event.json"))
	if got := base(); got.Ref != second || got.Commit != second || got.Branch != "release" {
		t.Errorf("pull request, base branch not fetched: got %+v", got)
	}
	t.Setenv("GITHUB_BASE_REF", "")
	s.Write("", "event.json", `{"merge_group":{"base_ref":"refs/heads/main","base_sha":"`+second+`"}}`)
	if got := base(); got.Ref != "origin/main" || got.Source != "GITHUB_EVENT_PATH" {
		t.Errorf("merge queue: got %+v", got)
	}
	t.Setenv("GITHUB_WORKSPACE", filepath.Join(s.Dir, "origin"))
	if got := base(); got.Source != "origin/HEAD" {
		t.Errorf("another repository's job: got %+v", got)
	}
	t.Setenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "gone")
	t.Setenv("CI_MERGE_REQUEST_DIFF_BASE_SHA", second)
	if got := base(); got.Ref != second || got.Source != "CI_MERGE_REQUEST_TARGET_BRANCH_NAME" {
		t.Errorf("merge request: got %+v", got)
	}
}

// A clone of one branch does not know the base; CI may know its name.
func TestBaseRefInCloneOfOneBranch(t *testing.T) {
	s := newSandbox(t)
	_, second, _ := s.origin()
	s.Git("", "clone", "-q", "--single-branch", "--branch=feature", "origin", "one")
	_, err := s.open("one").BaseRef(s.Context())
	s.wantError(err, BaseBranch, "+refs/heads/main:refs/remotes/origin/main")
	t.Setenv("CI_DEFAULT_BRANCH", "trunk")
	_, err = s.open("one").BaseRef(s.Context())
	s.wantError(err, BaseBranch, "+refs/heads/trunk:refs/remotes/origin/trunk")

	s.Git("one", "fetch", "-q", "origin", "+refs/heads/main:refs/remotes/origin/trunk")
	base := must(s.open("one").BaseRef(s.Context()))(t)
	if want := (Base{"origin/trunk", second, "trunk", false, "CI_DEFAULT_BRANCH"}); base != want {
		t.Errorf("got %+v, want %+v", base, want)
	}
	t.Setenv("CI_DEFAULT_BRANCH", "")
	s.Write("", "event.json", `{"repository":{"default_branch":"feature"}}`)
	t.Setenv("GITHUB_EVENT_PATH", s.Path("event.json"))
	if base = must(s.open("one").BaseRef(s.Context()))(t); !base.OnIt || base.Source != "GITHUB_EVENT_PATH" {
		t.Errorf("got %+v, want that HEAD is the base branch", base)
	}
}

func TestShallowClone(t *testing.T) {
	s := newSandbox(t)
	s.origin()
	s.Git("", "clone", "-q", "--depth=1", "file://"+s.Dir+"/origin", "shallow")
	r := s.open("shallow")
	if !r.IsShallow() {
		t.Error("the clone is not known to be shallow")
	}
	_, err := r.BaseRef(s.Context())
	s.wantError(err, History, "git fetch --deepen=1")
	_, err = r.FirstParentHistory(s.Context(), "HEAD", "file", "")
	s.wantError(err, History, "git fetch --unshallow")

	s.Git("", "clone", "-q", "--depth=1", "--branch=feature", "file://"+s.Dir+"/origin", "pull")
	_, err = s.open("pull").Resolve(s.Context(), "origin/main")
	s.wantError(err, Ref, "git fetch --depth=200 origin +refs/heads/main:refs/remotes/origin/main")
	s.Git("pull", "fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
	_, err = s.open("pull").MergeBase(s.Context(), "origin/main")
	s.wantError(err, History, "git fetch --deepen=200 origin main")
	s.Git("pull", "fetch", "-q", "--unshallow", "origin")
	if _, err := s.open("pull").MergeBase(s.Context(), "origin/main"); err != nil {
		t.Error(err)
	}
}

func TestResolve(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	commit := s.Commit("a", "file", "1")
	s.Git("a", "tag", "-a", "v1", "-m", "one")
	r := s.open("a")
	for _, ref := range []string{"v1", "main", "HEAD", commit[:10]} {
		if got, err := r.Resolve(s.Context(), ref); err != nil || got != commit {
			t.Errorf("%s: got %s, %v", ref, got, err)
		}
	}
	for _, ref := range []string{"", "--all", "nothing", "main:file"} {
		_, err := r.Resolve(s.Context(), ref)
		s.wantError(err, Ref, "git fetch")
	}
	s.Git("a", "checkout", "-q", "--orphan", "other")
	s.Commit("a", "file", "2")
	_, err := s.open("a").MergeBase(s.Context(), "main")
	s.wantError(err, Ancestor, "")
}
