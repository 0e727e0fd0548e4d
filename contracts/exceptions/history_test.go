package exceptions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/internal/gittest"
)

func TestHistory(t *testing.T) {
	s := gittest.New(t)
	s.Repo("a")
	at := func(day, author, text string) {
		t.Setenv("GIT_COMMITTER_DATE", day+"T12:00:00Z")
		t.Setenv("GIT_AUTHOR_NAME", author)
		s.Commit("a", FileName, text)
	}
	entry := func(id, rest string) string {
		return "  - {id: " + id + ", rules: [a/b], match: {subject: x}, reason: r, owner: o, filed_at: 2026-10-01, " + rest + "}\n"
	}
	const (
		pending  = "decision: pending"
		approved = "decision: approved, decided_at: 2026-10-05, approver: p, expires_at: 2026-12-31"
		denied   = "decision: denied, decided_at: 2026-10-05, approver: p"
	)
	at("2026-10-01", "Ann", "exceptions:\n"+entry("EX-2026-001", pending))
	at("2026-10-02", "Bob\x01 Müller", "exceptions:\n"+entry("EX-2026-001", pending)+entry("EX-2026-002", pending))
	at("2026-10-03", "Eve", "exceptions: [\n") // does not parse
	s.Git("a", "checkout", "-q", "-b", "side")
	at("2026-10-04", "Cat", "exceptions:\n"+entry("EX-2026-001", approved)+entry("EX-2026-002", "decision: maybe"))
	s.Git("a", "checkout", "-q", "main")
	t.Setenv("GIT_AUTHOR_NAME", "Dan")
	t.Setenv("GIT_COMMITTER_DATE", "2026-10-05T12:00:00Z")
	s.Git("a", "merge", "-q", "--no-ff", "-m", "merge", "side")
	at("2026-10-06", "Dan", "exceptions:\n"+entry("EX-2026-001", approved)+entry("EX-2026-002", denied))
	s.Git("a", "mv", FileName, "moved.yaml")
	at("2026-10-06", "Dan", "")
	s.Git("a", "rm", "-q", "-f", FileName)
	s.Git("a", "commit", "-q", "--amend", "-m", "move")
	t.Setenv("GIT_COMMITTER_DATE", "2026-11-01T12:00:00Z")
	t.Setenv("GIT_AUTHOR_NAME", "Ann")
	s.Commit("a", "moved.yaml", "exceptions:\n"+entry("EX-2026-001", approved+", closed_at: 2026-11-01")+entry("EX-2026-003", denied))

	repo, err := git.Open(t.Context(), s.Path("a"))
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	events, err := History(t.Context(), repo, "moved.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		if len(e.Commit) != 40 || e.Exception.ID != e.ID {
			t.Errorf("%+v", e)
		}
		got = append(got, fmt.Sprintf("%s %s %s %s", e.ID[8:], e.Step, format(e.At), e.By))
	}
	want := `001 filed 2026-10-01 Ann
002 filed 2026-10-02 Bob` + "\x01" + ` Müller
001 approved 2026-10-05 Dan
002 denied 2026-10-06 Dan
001 closed 2026-11-01 Ann
002 removed 2026-11-01 Ann
003 filed 2026-11-01 Ann
003 denied 2026-11-01 Ann`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s", text)
	}
}
