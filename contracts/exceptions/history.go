package exceptions

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl/internal/git"
)

// A Step is a step in the life of an exception.
type Step string

// The steps.
const (
	StepFiled    Step = "filed"
	StepApproved Step = "approved"
	StepDenied   Step = "denied"
	StepClosed   Step = "closed"
	StepRemoved  Step = "removed" // from the file
)

// An Event is a step, and the commit on the first-parent history that made it:
// where changes are merged, the merge.
type Event struct {
	ID     string
	Step   Step
	At     time.Time
	By     string // the commit's author
	Commit string
	// Exception is the entry after the step or, of a removed one, before it.
	Exception Exception
}

// History returns the steps that the first-parent history of HEAD tells of the
// exceptions in a file, oldest first, by id within a commit. Revisions that do
// not parse, and entries while they are not valid, are passed over. A shallow
// clone is an error.
func History(ctx context.Context, repo *git.Repo, file string) ([]Event, error) {
	revisions, err := repo.FirstParentHistory(ctx, "HEAD", file, "")
	if err != nil {
		return nil, err
	}
	var events []Event
	known := map[string]Exception{}
	for _, revision := range revisions {
		text, err := repo.Blob(revision.Blob)
		if err != nil {
			return nil, fmt.Errorf("read %s at %s: %w", file, revision.Commit, err)
		}
		anyRule := func(name string) (string, bool) { return name, true } // rules come and go
		current, err := Parse(revision.Path, text, anyRule)
		if err != nil {
			continue
		}
		events = append(events, steps(known, current, revision)...)
	}
	return events, nil
}

// steps returns what a revision did to the exceptions known before it, and
// brings those up to date.
func steps(known map[string]Exception, file *File, revision git.Revision) []Event {
	var events []Event
	add := func(step Step, e Exception) {
		events = append(events, Event{e.ID, step, revision.Time, revision.Author, revision.Commit, e})
	}
	left := maps.Clone(known)
	for _, fault := range file.faults {
		delete(left, fault.Subject)
	}
	for _, e := range file.Exceptions {
		before, old := known[e.ID]
		if !old {
			add(StepFiled, e)
		}
		if e.Decision != Pending && (!old || before.Decision != e.Decision) {
			add(Step(e.Decision), e)
		}
		if !e.ClosedAt.IsZero() && before.ClosedAt.IsZero() {
			add(StepClosed, e)
		}
		known[e.ID] = e
		delete(left, e.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		add(StepRemoved, known[id])
		delete(known, id)
	}
	slices.SortStableFunc(events, func(a, b Event) int { return strings.Compare(a.ID, b.ID) })
	return events
}
