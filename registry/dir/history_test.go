package dir

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/internal/gittest"
)

var inPlace = Layout{Name: "events", Patterns: []Pattern{{Path: "events/{subject}.avsc"}, {Path: "proto/events/*.proto", Subject: "ship", Root: "proto", Since: "v1"}}}

const (
	paid1 = `{"type":"record","name":"Paid","fields":[]}`
	paid2 = `{"type":"record","name":"Paid","fields":[{"name":"id","type":"string","default":""}]}`
	paid3 = `{"type":"record","name":"Paid","fields":[{"name":"no","type":"string","default":""}]}`
	ship1 = "syntax=\"proto3\"; import \"unit.proto\"; message Ship { Unit u = 1; }"
	ship2 = "syntax=\"proto3\"; import \"unit.proto\"; message Ship { Unit u = 1; int32 n = 2; }"
)

// history makes a repository whose files are edited in place: three commits
// that change paid, of which the second only formats it, a rename, and two
// versions of ship, the first of which is older than the tag v1.
func inPlaceRepo(t *testing.T) gittest.Sandbox {
	s := gittest.New(t)
	s.Repo("a")
	s.Commit("a", "events/order.avsc", paid1, "proto/events/ship.proto", "syntax=\"proto3\"; message Ship {}", "proto/unit.proto", "syntax=\"proto3\"; message Unit {}")
	s.Commit("a", "events/order.avsc", strings.ReplaceAll(paid1, ",", ",\n "), "proto/events/ship.proto", ship1)
	s.Git("a", "tag", "v1")
	s.Git("a", "mv", "events/order.avsc", "events/paid.avsc")
	s.Commit("a", "proto/events/ship.proto", "// one\n"+ship1)
	s.Commit("a", "events/paid.avsc", paid2, "proto/unit.proto", "syntax=\"proto3\"; message Unit { int32 x = 1; }")
	s.Commit("a", "events/paid.avsc", paid1, "proto/events/ship.proto", ship2)
	return s
}

func published(t *testing.T, dir, commit string, layout Layout) *Registry {
	t.Helper()
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { repo.Close() })
	r, err := Published(t.Context(), repo, commit, layout)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPublishedInPlace(t *testing.T) {
	s := inPlaceRepo(t)
	r := published(t, s.Path("a"), "HEAD", inPlace)
	same(t, "subjects", r.Subjects(), []string{"paid", "ship"})
	same(t, "paid: renamed, formatted, and back to its first form", show(t, r, "paid"), []string{
		"events/paid@1 events/order.avsc", "events/paid@2 events/paid.avsc"})
	same(t, "ship: from v1, comments aside", show(t, r, "ship"), []string{
		"events/ship@1 proto/events/ship.proto unit.proto=proto/unit.proto",
		"events/ship@2 proto/events/ship.proto unit.proto=proto/unit.proto"})
	versions, err := r.Versions(t.Context(), "ship")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Unit {}", "Unit { int32 x = 1; }"} {
		if got := string(versions[i].Refs["unit.proto"].Text); !strings.Contains(got, want) {
			t.Errorf("version %d imports %q, want the file of its time, with %s", i+1, got, want)
		}
	}
}

func TestPublishedEmbedded(t *testing.T) {
	s := gittest.New(t)
	s.Repo("a")
	first := s.Commit("a", "schemas/events/order.paid/1.json", "{}")
	s.Commit("a", "schemas/events/order.paid/2.json", "{}")
	s.Write("a", "schemas/events/order.paid/3.json", "{}")
	for commit, want := range map[string]int{"": 0, first: 1, "HEAD": 2} {
		r := published(t, s.Path("a"), commit, events)
		if got := len(show(t, r, "order.paid")); got != want {
			t.Errorf("%q publishes %d versions, want %d", commit, got, want)
		}
	}
}

func TestContinue(t *testing.T) {
	s := inPlaceRepo(t)
	before := published(t, s.Path("a"), "HEAD", inPlace)
	for text, want := range map[string][]string{
		paid3:                                 {"events/paid@1 events/order.avsc", "events/paid@2 events/paid.avsc", "events/paid@3 events/paid.avsc"},
		strings.ReplaceAll(paid2, ":", " : "): {"events/paid@1 events/order.avsc", "events/paid@2 events/paid.avsc"},
		paid1:                                 {"events/paid@1 events/paid.avsc", "events/paid@2 events/paid.avsc"},
	} {
		current := open(t, files("events/paid.avsc", text, "events/new.avsc", paid1), inPlace)
		current.Continue(before)
		same(t, text, show(t, current, "paid"), want)
		same(t, "new", show(t, current, "new"), []string{"events/new@1 events/new.avsc"})
		if s, err := current.Get(t.Context(), evctl.SchemaRef{Subject: "paid", Version: 1}); err != nil || s == nil {
			t.Errorf("got %v, %v, want a version of the base", s, err)
		}
	}
}

func TestFreeze(t *testing.T) {
	s := inPlaceRepo(t)
	r := published(t, s.Path("a"), "HEAD", inPlace)
	if n, err := Freeze(t.Context(), s.Path("a"), r); n != 4 || err != nil {
		t.Fatalf("froze %d versions, %v", n, err)
	}
	text, err := os.ReadFile(s.Path("a", "evctl.lock"))
	if err != nil {
		t.Fatal(err)
	}
	s.Commit("a")

	// without history the lock numbers the file, here as in a validator
	for form, want := range map[string]string{paid1: "events/paid@1", paid2: "events/paid@2", paid3: "events/paid@3"} {
		current := open(t, files("evctl.lock", string(text), "events/paid.avsc", form), inPlace)
		same(t, form, show(t, current, "paid"), []string{want + " events/paid.avsc"})
	}
	same(t, "frozen", open(t, files("evctl.lock", string(text)), inPlace).Frozen(), []string{"paid", "ship"})
	if _, err := Open(files("evctl.lock", "subjects: {a: [{verson: 1}]}"), inPlace); err == nil || !strings.Contains(err.Error(), `evctl.lock:1:17: unknown key "verson"`) {
		t.Errorf("got %v", err)
	}
}

func TestShallowHistory(t *testing.T) {
	s := inPlaceRepo(t)
	s.Git("", "clone", "-q", "--depth=1", "file://"+s.Path("a"), "shallow")
	r := published(t, s.Path("shallow"), "HEAD", inPlace)
	_, err := r.Versions(t.Context(), "paid")
	var lacks *git.Error
	if !errors.As(err, &lacks) || lacks.Missing != git.History {
		t.Fatalf("got %v, want that history is missing", err)
	}

	// a lock helps where the contents are there, if not the commits
	if _, err := Freeze(t.Context(), s.Path("a"), published(t, s.Path("a"), "HEAD", inPlace)); err != nil {
		t.Fatal(err)
	}
	s.Commit("a", "old/1.avsc", paid1, "old/2.avsc", paid2)
	s.Git("", "clone", "-q", "--depth=1", "file://"+s.Path("a"), "locked")
	r = published(t, s.Path("locked"), "HEAD", inPlace)
	same(t, "paid", show(t, r, "paid"), []string{"events/paid@1 events/order.avsc", "events/paid@2 events/paid.avsc"})
	if _, err := r.Versions(t.Context(), "ship"); !errors.As(err, &lacks) {
		t.Errorf("ship: got %v, want a *git.Error", err)
	}
}

func TestFreezeNothing(t *testing.T) {
	dir := t.TempDir()
	if n, err := Freeze(t.Context(), dir, open(t, files(), events)); n != 0 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if _, err := os.Stat(dir + "/evctl.lock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a lock was written: %v", err)
	}
}
