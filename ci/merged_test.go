package ci

import (
	"context"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl/internal/git"
)

// A branch that is behind sees the base branch's files, but for those that it
// changed itself.
func TestMergedIsTheRepositoryAfterTheMerge(t *testing.T) {
	r := newRepo(t).commit("a/both.txt", "old", "a/ours.txt", "old", "a/theirs.txt", "old", "a/gone-ours.txt", "old", "b/gone-theirs.txt", "old", "c.txt", "old")
	r.branch("ours").commit("a/both.txt", "ours", "a/ours.txt", "ours", "a/gone-ours.txt", "", "new/ours.txt", "ours")
	r.git("checkout", "-q", "main")
	r.commit("a/both.txt", "theirs", "a/theirs.txt", "theirs", "b/gone-theirs.txt", "", "deep/er/theirs.txt", "theirs")
	r.git("checkout", "-q", "ours")
	r.write("untracked.txt", "ours")

	ctx := context.Background()
	opened, err := git.Open(ctx, r.root)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	s := &scope{repo: opened, changed: map[string]bool{}}
	if err := s.find(ctx, Options{}); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a/both.txt": "ours", "a/ours.txt": "ours", "a/theirs.txt": "theirs", "c.txt": "old", "new/ours.txt": "ours",
		"deep/er/theirs.txt": "theirs", "untracked.txt": "ours",
	}
	got := map[string]string{}
	err = fs.WalkDir(s.current, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(s.current, name)
		got[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s holds %q, want %q", name, got[name], want[name])
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s should not be there", name)
	}
	for _, name := range []string{"b/gone-theirs.txt", "a/gone-ours.txt", "b"} {
		if _, err := fs.ReadDir(s.current, name); err == nil {
			t.Errorf("%s can be listed", name)
		}
		if _, err := fs.ReadFile(s.current, name); err == nil {
			t.Errorf("%s can be read", name)
		}
	}
}

func TestMergedIsAFileSystem(t *testing.T) {
	m := &merged{
		ours:   fstest.MapFS{"a/x": {Data: []byte("x")}, "a/y": {Data: []byte("y")}, "b": {Data: []byte("b")}},
		theirs: fstest.MapFS{"a/x": {Data: []byte("their x")}, "c/d/e": {Data: []byte("e")}},
		takes:  map[string]bool{}, folders: map[string]bool{},
	}
	for _, name := range []string{"a/x", "c/d/e", "a/y"} {
		m.take(name) // a/y is gone on their side
	}
	if err := fstest.TestFS(m, "a/x", "b", "c/d/e"); err != nil {
		t.Error(err)
	}
}
