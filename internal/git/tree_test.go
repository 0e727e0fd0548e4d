package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func TestTree(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Write("a", "a/b/c.json", "{}", "a-b", "1", "a.b", "2", "with space/ü\n.txt", "3", "empty", "")
	if err := os.Symlink("/etc/passwd", filepath.Join(s.Dir, "a/link")); err != nil {
		t.Fatal(err)
	}
	commit := s.Commit("a")
	r := s.open("a")
	tree := must(r.Tree(s.Context(), commit))(t)

	var names []string
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		names = append(names, d.Type().String()[:1]+path)
		return err
	})
	if got, want := strings.Join(names, "|"), "d.|da|da/b|-a/b/c.json|-a-b|-a.b|-empty|Llink|dwith space|-with space/ü\n.txt"; err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	if _, err := tree.Open("link"); err == nil {
		t.Error("a symbolic link was opened")
	}
	if _, err := fs.ReadFile(tree, "../a-b"); err == nil {
		t.Error("a path out of the tree was read")
	}
	if text, err := fs.ReadFile(tree, "with space/ü\n.txt"); err != nil || string(text) != "3" {
		t.Errorf("got %q, %v", text, err)
	}
	if id, ok := tree.Blob("a-b"); !ok || id != s.Git("a", "rev-parse", "HEAD:a-b") {
		t.Errorf("got blob %s", id)
	}
	part := must(r.Tree(s.Context(), commit, "a", "a.b"))(t)
	if found, _ := fs.Glob(part, "*"); strings.Join(found, "|") != "a|a.b" {
		t.Errorf("got %v, want only what was asked for", found)
	}
}

func TestTreeIsAFileSystem(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "a/b/c.json", "{}", "a-b", "1", "empty", "")
	tree := must(s.open("a").Tree(s.Context(), "HEAD"))(t)
	if err := fstest.TestFS(tree, "a/b/c.json", "a-b", "empty"); err != nil {
		t.Error(err)
	}
}

func TestIndex(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "file", "1", "gone", "1")
	s.Write("a", "file", "2")
	s.Git("a", "add", "file")
	s.Write("a", "file", "3")
	s.Git("a", "rm", "-q", "gone")
	index := must(s.open("a").Index(s.Context()))(t)
	if text, err := index.ReadFile("file"); err != nil || string(text) != "2" {
		t.Errorf("got %q, %v, want what is staged", text, err)
	}
	if _, err := index.Open("gone"); !os.IsNotExist(err) {
		t.Errorf("got %v, want that the file does not exist", err)
	}
}

// A commit of some files only runs its hook with an index of its own; a hook
// may also look at another repository, which that index does not belong to.
func TestIndexInHook(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Repo("b")
	s.Commit("a", "file", "1", "other", "1")
	s.Commit("b", "file", "b")
	s.Write("a", "file", "2", "other", "2")
	s.Git("a", "add", "other")
	partial := filepath.Join(s.Dir, "a/.git/next-index-1.lock")
	t.Setenv("GIT_INDEX_FILE", partial)
	s.Git("a", "read-tree", "HEAD")
	s.Git("a", "add", "file")
	t.Setenv("GIT_DIR", filepath.Join(s.Dir, "a/.git"))
	for _, test := range []struct{ repo, file, want string }{{"a", "file", "2"}, {"a", "other", "1"}, {"b", "file", "b"}} {
		index := must(s.open(test.repo).Index(s.Context()))(t)
		if text, err := index.ReadFile(test.file); err != nil || string(text) != test.want {
			t.Errorf("%s/%s: got %q, %v, want %q", test.repo, test.file, text, err, test.want)
		}
	}
}

// While a push is received, its objects are in a quarantine that only the
// environment of the hook names.
func TestQuarantine(t *testing.T) {
	s := newSandbox(t)
	s.Git("", "init", "-q", "--bare", "-b", "main", "bare")
	if err := os.MkdirAll(s.Path("bare/objects/incoming"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_DIR", ".")
	t.Setenv("GIT_OBJECT_DIRECTORY", "./objects/incoming")
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", s.Path("bare/objects"))
	s.Write("bare", "pushed", "1")
	blob := s.Git("bare", "hash-object", "-w", "pushed")
	s.Git("bare", "update-index", "--add", "--cacheinfo", "100644,"+blob+",pushed")
	commit := s.Git("bare", "commit-tree", "-m", "pushed", s.Git("bare", "write-tree"))

	tree := must(s.open("bare").Tree(s.Context(), commit))(t)
	if text, err := tree.ReadFile("pushed"); err != nil || string(text) != "1" {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestIndexConflict(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "file", "1")
	s.Git("a", "checkout", "-q", "-b", "side")
	s.Commit("a", "file", "2")
	s.Git("a", "checkout", "-q", "main")
	s.Commit("a", "file", "3")
	s.Git("a", "config", "merge.conflictStyle", "merge")
	s.Git("a", "read-tree", "-m", "side~1", "main", "side")
	_, err := s.open("a").Index(s.Context())
	s.wantError(err, Merge, "git add file")
}

// A partial clone fetches what it lacks, unless it is to stay offline: then the
// missing file is an error and the next one is read.
func TestPartialClone(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Git("a", "config", "uploadpack.allowFilter", "true")
	s.Git("a", "config", "uploadpack.allowAnySHA1InWant", "true")
	s.Commit("a", "file", "one", "kept", "1")
	s.Commit("a", "file", "2")
	s.Git("", "clone", "-q", "--filter=blob:none", "file://"+s.Dir+"/a", "part")

	offline := must(s.open("part", Offline).Tree(s.Context(), "HEAD~1"))(t)
	_, err := offline.ReadFile("file")
	s.wantError(err, Object, "git fetch")
	if text, err := offline.ReadFile("kept"); err != nil || string(text) != "1" {
		t.Errorf("got %q, %v", text, err)
	}
	online := must(s.open("part").Tree(s.Context(), "HEAD~1"))(t)
	if text, err := online.ReadFile("file"); err != nil || string(text) != "one" {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestLargeBlob(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "large", strings.Repeat("x", MaxBlob+1), "small", "1")
	tree := must(s.open("a").Tree(s.Context(), "HEAD"))(t)
	if _, err := tree.ReadFile("large"); err == nil || !strings.Contains(err.Error(), "over the limit of 67108864") {
		t.Errorf("got %v, want the limit", err)
	}
	if stat, err := fs.Stat(tree, "large"); err != nil || stat.Size() != MaxBlob+1 {
		t.Errorf("got %v, %v", stat, err)
	}
	if text, err := tree.ReadFile("small"); err != nil || string(text) != "1" {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestConcurrentReads(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "0", "text 0", "1", "text 1", "2", "text 2")
	tree := must(s.open("a").Tree(s.Context(), "HEAD"))(t)
	var wait sync.WaitGroup
	for _, name := range []string{"0", "1", "2"} {
		wait.Go(func() {
			for range 50 {
				if text, err := tree.ReadFile(name); err != nil || string(text) != "text "+name {
					t.Errorf("%s: got %q, %v", name, text, err)
				}
			}
		})
	}
	wait.Wait()
}

func TestWorktree(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Write("", "secret", "s")
	s.Write("a", "dir/file", "1")
	for link, target := range map[string]string{"inside": "dir/file", "outside": "../secret", "absolute": s.Path("secret")} {
		if err := os.Symlink(target, s.Path("a", link)); err != nil {
			t.Fatal(err)
		}
	}
	files := must(s.open("a/dir").Worktree())(t)
	for name, want := range map[string]string{"dir/file": "1", "inside": "1", "outside": "", "absolute": ""} {
		text, err := fs.ReadFile(files, name)
		if string(text) != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", name, text, err, want)
		}
	}
	s.Git("", "init", "-q", "--bare", "bare")
	_, err := s.open("bare").Worktree()
	s.wantError(err, Worktree, "git worktree add")
	_, err = s.open("bare").Index(s.Context())
	s.wantError(err, Worktree, "")
}

func TestClosed(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	s.Commit("a", "file", "1")
	r := s.open("a")
	tree := must(r.Tree(s.Context(), "HEAD"))(t)
	if _, err := tree.ReadFile("file"); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := tree.ReadFile("file"); err == nil {
		t.Error("a closed repository was read")
	}
}
