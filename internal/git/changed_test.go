package git

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestChanged(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	long := strings.Repeat("a line of text\n", 20)
	base := s.Commit("a", "edited", "1", "gone", "1", "dir/old ü", long, "kept", "1", ".gitignore", "*.log\n")
	s.Write("a", "edited", "2", "added", "new here", "dir/new ü", long+"one more\n", "ignored.log", "1")
	if err := os.Remove(filepath.Join(s.Dir, "a/dir/old ü")); err != nil {
		t.Fatal(err)
	}
	s.Git("a", "rm", "-q", "gone")
	s.Git("a", "config", "diff.relative", "true")
	s.Git("a", "config", "diff.external", "false")
	r := s.open("a/dir")

	want := []Change{{Added, "added", ""}, {Added, "dir/new ü", ""}, {Deleted, "dir/old ü", ""}, {Modified, "edited", ""}, {Deleted, "gone", ""}}
	if got := must(r.Changed(s.Context(), base, false))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("work tree: got %v, want %v", got, want)
	}
	s.Git("a", "add", "dir", "added")
	want = []Change{{Added, "added", ""}, {Renamed, "dir/new ü", "dir/old ü"}, {Deleted, "gone", ""}}
	if got := must(r.Changed(s.Context(), base, true))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("staged: got %v, want %v", got, want)
	}
	s.Commit("a")
	s.Git("a", "clone", "-q", "--bare", ".", "../bare")
	want = []Change{{Added, "added", ""}, {Renamed, "dir/new ü", "dir/old ü"}, {Modified, "edited", ""}, {Deleted, "gone", ""}}
	if got := must(s.open("bare").Changed(s.Context(), base, false))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("bare: got %v, want %v", got, want)
	}
}

func TestChangedPassesSubmodulesOver(t *testing.T) {
	s := newSandbox(t)
	s.Repo("inner")
	s.Commit("inner", "file", "1")
	s.Repo("a")
	base := s.Commit("a", "file", "1")
	s.Git("a", "submodule", "--quiet", "add", "../inner", "sub")
	want := []Change{{Added, ".gitmodules", ""}}
	if got := must(s.open("a").Changed(s.Context(), base, true))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFirstParentHistory(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	for setting, value := range map[string]string{ // none of which may matter
		"log.showRoot": "false", "log.follow": "true", "log.diffMerges": "combined", "log.showSignature": "true",
		"diff.renames": "false", "color.ui": "always", "format.pretty": "oneline", "core.quotePath": "true", "core.pager": "false",
	} {
		s.Git("a", "config", setting, value)
	}
	long := strings.Repeat("a line of text\n", 20)
	one := s.Commit("a", "old.avsc", long+"1\n", "other", "1")
	s.Git("a", "tag", "v1")
	two := s.Commit("a", "old.avsc", long+"2\n")
	s.Git("a", "checkout", "-q", "-b", "side")
	s.Commit("a", "old.avsc", long+"side\n")
	s.Git("a", "mv", "old.avsc", "new.avsc")
	s.Commit("a", "new.avsc", long+"3\n")
	s.Git("a", "checkout", "-q", "main")
	s.Commit("a", "other", "2")
	s.Git("a", "merge", "-q", "--no-ff", "-m", "merge", "side")
	three := s.Git("a", "rev-parse", "HEAD")
	s.Git("a", "rm", "-q", "new.avsc")
	s.Commit("a")
	five := s.Commit("a", "new.avsc", long+"5\n")

	r := s.open("a")
	for since, want := range map[string][]string{
		"":    {one + " old.avsc 1", two + " old.avsc 2", three + " new.avsc 3", five + " new.avsc 5"},
		"v1":  {one + " old.avsc 1", two + " old.avsc 2", three + " new.avsc 3", five + " new.avsc 5"},
		two:   {two + " old.avsc 2", three + " new.avsc 3", five + " new.avsc 5"},
		three: {three + " new.avsc 3", five + " new.avsc 5"},
	} {
		var got []string
		for _, revision := range must(r.FirstParentHistory(s.Context(), "main", "new.avsc", since))(t) {
			text := must(r.Blob(revision.Blob))(t)
			got = append(got, revision.Commit+" "+revision.Path+" "+string(text[len(text)-2:len(text)-1]))
			if revision.Time.IsZero() {
				t.Error("a revision has no time")
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("since %q:\n got %q\nwant %q", since, got, want)
		}
	}
	if got := must(r.FirstParentHistory(s.Context(), "main", "nothing", ""))(t); len(got) != 0 {
		t.Errorf("got %v for a file that never was", got)
	}
	paths := []string{"new.avsc", "old.avsc", "other", "nothing", "\"odd\""}
	for _, since := range []string{"", two} {
		together := s.open("a")
		if err := together.ReadHistories(s.Context(), "main", paths, since); err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			got := must(together.FirstParentHistory(s.Context(), "main", path, since))(t)
			if want := must(r.FirstParentHistory(s.Context(), "main", path, since))(t); !reflect.DeepEqual(got, want) {
				t.Errorf("%s read ahead, since %q:\n got %v\nwant %v", path, since, got, want)
			}
		}
	}
}
