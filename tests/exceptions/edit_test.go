package exceptions

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func anyRule(name string) (string, bool) { return name, true }

// drawEntry writes an entry as people do: on one line or many, with comments,
// quotes, keys in any order, and reasons that look like YAML.
func drawEntry(t *rapid.T, n int) string {
	reason := rapid.SampledFrom([]string{"plain", `"quoted: #, {}"`, `'it''s - id: EX-1'`, "text # with a comment"}).Draw(t, "reason")
	keys := []string{fmt.Sprintf("id: EX-2026-%03d", n), "rules: [a/b]", "match: {subject: s}", "owner: " + rapid.SampledFrom([]string{"o", `"@o"`}).Draw(t, "owner"), "filed_at: 2026-05-01"}
	switch rapid.IntRange(0, 4).Draw(t, "state") {
	case 0, 1:
		keys = append(keys, "decision: "+rapid.SampledFrom([]string{"pending", `"pending"`}).Draw(t, "pending"))
	case 2:
		keys = append(keys, "decision: denied", "decided_at: 2026-05-02", "approver: p")
	case 3:
		keys = append(keys, "decision: approved", "decided_at: 2026-05-02", "approver: p", "expires_at: 2026-09-30")
	case 4:
		keys = append(keys, "decision: approved", "decided_at: 2026-10-02", "approver: p", "expires_at: 2026-12-31", "closed_at: 2026-11-01")
	}
	if rapid.Bool().Draw(t, "flow") {
		return "- {" + strings.Join(append(keys, "reason: "+strings.ReplaceAll(reason, " # with a comment", "")), ", ") + "}\n"
	}
	if rapid.Bool().Draw(t, "folded") {
		reason = ">-\n      # folded\n      - id: EX-2026-900"
	}
	keys = rapid.Permutation(append(keys, "reason: "+reason)).Draw(t, "order")
	text := "- "
	for i, key := range keys {
		if i > 0 {
			text += "  "
		}
		text += key
		if rapid.IntRange(0, 3).Draw(t, "comment") == 0 && !strings.Contains(key, ">-") {
			text += " # note"
		}
		text += "\n"
		if rapid.IntRange(0, 5).Draw(t, "line") == 0 {
			text += "  # in between\n"
		}
	}
	return text
}

func drawFile(t *rapid.T) string {
	text := "# ours\nversion: 1\nexceptions:\n"
	for n := range rapid.IntRange(1, 5).Draw(t, "entries") {
		text += rapid.SampledFrom([]string{"", "  # about the next\n", "\n"}).Draw(t, "between")
		for line := range strings.Lines(drawEntry(t, n+1)) {
			text += "  " + line
		}
	}
	return text + rapid.SampledFrom([]string{"", "# the end\n", "  # the end\n"}).Draw(t, "end")
}

func parse(t *rapid.T, text string) *exceptions.File {
	file, err := exceptions.Parse("x.yaml", []byte(text), anyRule)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if faults := file.Faults(); len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, text)
	}
	return file
}

// edited writes a text to a file, edits it and returns what it holds then.
func edited(t *rapid.T, text string, edit func(path string) error) (string, error) {
	dir, err := os.MkdirTemp("", "exceptions")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "x.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	err = edit(path)
	after, readErr := os.ReadFile(path)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(after), err
}

// same compares exceptions without their places.
func same(a, b []exceptions.Exception) string {
	return cmp.Diff(a, b, cmpopts.IgnoreUnexported(exceptions.Exception{}), cmpopts.IgnoreTypes(evctl.Position{}), cmpopts.EquateEmpty())
}

func comments(text string) int { return strings.Count(text, "#") }

// A decision changes one pending entry and no comment; no other can be decided.
func TestDecideTouchesOneEntry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawFile(t)
		before := parse(t, text)
		n := rapid.IntRange(0, len(before.Exceptions)-1).Draw(t, "entry")
		old := before.Exceptions[n]
		ruling := exceptions.Ruling{Decision: exceptions.Approved, Approver: "@p", Approvers: []string{"P"}}
		after, err := edited(t, text, func(path string) error {
			_, err := exceptions.Decide(path, old.ID, ruling, now, anyRule)
			return err
		})
		if (err == nil) != (old.State(now) == "pending") || err != nil && after != text {
			t.Fatalf("%s of %v: %v\n%s", old.ID, old.State(now), err, after)
		}
		if err != nil {
			return
		}
		want := slices.Clone(before.Exceptions)
		want[n].Decision, want[n].Approver = exceptions.Approved, "@p"
		want[n].DecidedAt, want[n].ExpiresAt = now.Truncate(24*time.Hour), exceptions.LatestExpiry(now)
		if diff := same(want, parse(t, after).Exceptions); diff != "" || comments(after) != comments(text) {
			t.Fatalf("%s\n%s", diff, after)
		}
	})
}

// Closing and removing leave the entries alone that are not finished, and
// every comment. What is closed or removed once stays so.
func TestPruneTouchesWhatIsFinished(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawFile(t)
		before := parse(t, text)
		remove := rapid.Bool().Draw(t, "remove")
		prune := exceptions.Close
		if remove {
			prune = exceptions.Remove
		}
		var pruned []exceptions.Pruned
		after, err := edited(t, text, func(path string) (err error) {
			pruned, err = prune(path, nil, now, anyRule)
			return err
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var want []exceptions.Exception
		gone := 0
		for _, e := range before.Exceptions {
			switch state := e.State(now); {
			case remove && state != "pending" && state != "approved":
				gone++
				if !strings.Contains(after, "# "+e.ID+" ") {
					t.Fatalf("%s left no trace\n%s", e.ID, after)
				}
				continue
			case state == exceptions.Expired:
				gone++
				e.ClosedAt = now.Truncate(24 * time.Hour)
			}
			want = append(want, e)
		}
		if diff := same(want, parse(t, after).Exceptions); diff != "" || gone != len(pruned) {
			t.Fatalf("%s\n%s\n%s", diff, text, after)
		}
		for _, comment := range []string{"# ours", "# about the next", "# in between", "# the end"} {
			if strings.Count(after, comment) != strings.Count(text, comment) {
				t.Fatalf("%q is lost\n%s\n%s", comment, text, after)
			}
		}
		if again, err := edited(t, after, func(path string) error { _, err := prune(path, nil, now, anyRule); return err }); err != nil || again != after {
			t.Fatalf("a second time: %v\n%s", err, again)
		}
	})
}
