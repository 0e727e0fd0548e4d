package exceptions

import (
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/evctl/evctl/internal/atomicfile"
)

// A Pruned is an exception that was put away.
type Pruned struct {
	ID      string
	Why     string // expired on …, matched no finding, denied on …, closed on …
	Removed bool   // from the file; otherwise closed in it
}

// Close closes what has expired and what is unused in the file named path.
// Everything else stays as it is, line by line.
func Close(path string, unused map[string]bool, now time.Time, resolve func(string) (string, bool)) ([]Pruned, error) {
	return change(path, pruner{unused: unused, now: now, resolve: resolve})
}

// Remove takes what has expired, is unused, denied or closed out of the file
// named path and leaves a comment in its place, so that no id is given twice.
// What a remaining exception renews is closed and stays.
func Remove(path string, unused map[string]bool, now time.Time, resolve func(string) (string, bool)) ([]Pruned, error) {
	return change(path, pruner{unused: unused, now: now, resolve: resolve, remove: true})
}

func change(path string, p pruner) ([]Pruned, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out, pruned, err := p.prune(path, string(text))
	if err != nil || len(pruned) == 0 {
		return nil, err
	}
	return pruned, atomicfile.Write(path, []byte(out), 0o644)
}

type pruner struct {
	unused  map[string]bool
	now     time.Time
	remove  bool
	resolve func(string) (string, bool)
}

func (p pruner) prune(name, text string) (string, []Pruned, error) {
	file, err := Parse(name, []byte(text), p.resolve)
	if err != nil {
		return "", nil, err
	}
	var kept []Exception
	var pruned []Pruned
	needed := map[string]bool{} // renewed by an exception that stays
	for _, e := range slices.Backward(file.Exceptions) {
		why := p.finished(&e)
		done := Pruned{ID: e.ID, Why: why, Removed: p.remove && !needed[e.ID]}
		if why != "" && (done.Removed || e.ClosedAt.IsZero()) {
			if text, err = p.apply(name, text, done); err != nil {
				return "", nil, err
			}
			e.ClosedAt = startOf(p.now)
			pruned = append(pruned, done)
		}
		if why == "" || !done.Removed {
			kept = append(kept, e)
			needed[e.Renews] = true
		}
	}
	slices.Reverse(kept)
	slices.Reverse(pruned)
	return text, pruned, verify(name, text, kept, len(file.faults), p.resolve)
}

// finished says why an exception can be put away, or nothing.
func (p pruner) finished(e *Exception) string {
	switch state := e.State(p.now); {
	case state == Expired:
		return "expired on " + format(e.ExpiresAt)
	case state == string(Approved) && p.unused[e.ID]:
		return "matched no finding"
	case state == string(Denied) && p.remove:
		return "denied on " + format(e.DecidedAt)
	case state == Closed && p.remove:
		return "closed on " + format(e.ClosedAt)
	}
	return ""
}

func (p pruner) apply(name, text string, done Pruned) (string, error) {
	entry, err := findEntry(name, text, done.ID)
	if err != nil {
		return "", err
	}
	if !done.Removed {
		return entry.set("closed_at", format(startOf(p.now))), nil
	}
	return entry.replace(fmt.Sprintf("%s %s; removed on %s", done.ID, done.Why, format(p.now.UTC())))
}
