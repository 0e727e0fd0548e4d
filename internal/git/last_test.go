package git

import (
	"testing"
	"time"
)

func TestLastChanges(t *testing.T) {
	s := newSandbox(t)
	s.Repo("r")
	commit := func(day string, files ...string) {
		t.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00Z")
		s.Commit("r", files...)
	}
	commit("2026-01-01", "s/a b.json", "1", "s/c.json", "1", "other", "1")
	commit("2026-02-01", "s/a b.json", "2")
	s.Git("r", "checkout", "-q", "-b", "topic")
	commit("2026-02-15", "s/d.json", "1")
	s.Git("r", "checkout", "-q", "main")
	t.Setenv("GIT_COMMITTER_DATE", "2026-03-01T12:00:00Z")
	s.Git("r", "merge", "-q", "--no-ff", "-m", "merge", "topic")
	got, err := s.open("r").LastChanges(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"s/a b.json": "2026-02-01", "s/c.json": "2026-01-01", "s/d.json": "2026-03-01"}
	for name, day := range want {
		if got[name].Format(time.DateOnly) != day {
			t.Errorf("%s changed on %s, want %s", name, got[name], day)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v, want %d files", got, len(want))
	}
	s.Git(".", "clone", "-q", "--depth=2", "file://"+s.Path("r"), "shallow")
	got, err = s.open("shallow").LastChanges(t.Context(), "s")
	if err != nil || len(got) != 1 || got["s/d.json"].IsZero() {
		t.Errorf("a shallow clone knows %v, %v, want s/d.json alone", got, err)
	}
}
