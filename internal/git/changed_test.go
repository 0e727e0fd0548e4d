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
	s.repo("a")
	long := strings.Repeat("a line of text\n", 20)
	base := s.commit("a", "edited", "1", "gone", "1", "dir/old ü", long, "kept", "1", ".gitignore", "*.log\n")
	s.write("a", "edited", "2", "added", "new here", "dir/new ü", long+"one more\n", "ignored.log", "1")
	if err := os.Remove(filepath.Join(s.dir, "a/dir/old ü")); err != nil {
		t.Fatal(err)
	}
	s.git("a", "rm", "-q", "gone")
	s.git("a", "config", "diff.relative", "true")
	s.git("a", "config", "diff.external", "false")
	r := s.open("a/dir")

	want := []Change{{Added, "added", ""}, {Added, "dir/new ü", ""}, {Deleted, "dir/old ü", ""}, {Modified, "edited", ""}, {Deleted, "gone", ""}}
	if got := must(r.Changed(s.Context(), base, false))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("work tree: got %v, want %v", got, want)
	}
	s.git("a", "add", "dir", "added")
	want = []Change{{Added, "added", ""}, {Renamed, "dir/new ü", "dir/old ü"}, {Deleted, "gone", ""}}
	if got := must(r.Changed(s.Context(), base, true))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("staged: got %v, want %v", got, want)
	}
	s.commit("a")
	s.git("a", "clone", "-q", "--bare", ".", "../bare")
	want = []Change{{Added, "added", ""}, {Renamed, "dir/new ü", "dir/old ü"}, {Modified, "edited", ""}, {Deleted, "gone", ""}}
	if got := must(s.open("bare").Changed(s.Context(), base, false))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("bare: got %v, want %v", got, want)
	}
}

func TestChangedPassesSubmodulesOver(t *testing.T) {
	s := newSandbox(t)
	s.repo("inner")
	s.commit("inner", "file", "1")
	s.repo("a")
	base := s.commit("a", "file", "1")
	s.git("a", "submodule", "--quiet", "add", "../inner", "sub")
	want := []Change{{Added, ".gitmodules", ""}}
	if got := must(s.open("a").Changed(s.Context(), base, true))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFirstParentHistory(t *testing.T) {
	s := newSandbox(t)
	s.repo("a")
	long := strings.Repeat("a line of text\n", 20)
	one := s.commit("a", "old.avsc", long+"1\n", "other", "1")
	s.git("a", "tag", "v1")
	two := s.commit("a", "old.avsc", long+"2\n")
	s.git("a", "checkout", "-q", "-b", "side")
	s.commit("a", "old.avsc", long+"side\n")
	s.git("a", "mv", "old.avsc", "new.avsc")
	s.commit("a", "new.avsc", long+"3\n")
	s.git("a", "checkout", "-q", "main")
	s.commit("a", "other", "2")
	s.git("a", "merge", "-q", "--no-ff", "-m", "merge", "side")
	three := s.git("a", "rev-parse", "HEAD")
	s.git("a", "rm", "-q", "new.avsc")
	s.commit("a")
	five := s.commit("a", "new.avsc", long+"5\n")

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
}
