package exceptions

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/evctl/evctl/internal/atomicfile"
)

// A Ruling is what the approvers say about a pending exception.
type Ruling struct {
	Decision  Decision // Approved or Denied
	Approver  string
	ExpiresAt time.Time // of an approval; zero means the latest day there is
	Approvers []string  // who may decide
}

// Decide writes a ruling into the file named path and returns the exception as
// it is then. Only a pending exception can be decided, by an approver other
// than its owner. Lines about anything else stay as they are.
func Decide(path, id string, ruling Ruling, now time.Time, resolve func(string) (string, bool)) (Exception, error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return Exception{}, err
	}
	text, e, err := decide(path, string(old), id, ruling, now, resolve)
	if err != nil {
		return Exception{}, err
	}
	return e, atomicfile.Write(path, []byte(text), 0o644)
}

func decide(name, text, id string, ruling Ruling, now time.Time, resolve func(string) (string, bool)) (string, Exception, error) {
	file, err := Parse(name, []byte(text), resolve)
	if err != nil {
		return "", Exception{}, err
	}
	e := file.Find(id)
	if e == nil {
		return "", Exception{}, fmt.Errorf("there is no valid exception %s", id)
	}
	if err := e.decide(ruling, now); err != nil {
		return "", Exception{}, err
	}
	keys := [][2]string{{"decision", string(e.Decision)}, {"decided_at", format(e.DecidedAt)}, {"approver", strconv.Quote(e.Approver)}}
	if e.Decision == Approved {
		keys = append(keys, [2]string{"expires_at", format(e.ExpiresAt)})
	}
	for _, key := range keys {
		entry, err := findEntry(name, text, id)
		if err != nil {
			return "", Exception{}, err
		}
		text = entry.set(key[0], key[1])
	}
	return text, *e, verify(name, text, file.Exceptions, len(file.faults), resolve)
}

// decide applies a ruling that the rules about exceptions would let count.
func (e *Exception) decide(r Ruling, now time.Time) error {
	today := startOf(now)
	last := LatestExpiry(today)
	if r.ExpiresAt.IsZero() {
		r.ExpiresAt = last
	}
	switch state := e.State(now); {
	case state == string(Denied) || state == Closed:
		return fmt.Errorf("%s is %s: file a new exception", e.ID, state)
	case state != string(Pending):
		return fmt.Errorf("%s is %s already: its date does not move, file one that renews it", e.ID, state)
	case !slices.ContainsFunc(r.Approvers, func(a string) bool { return person(a) == person(r.Approver) }):
		return fmt.Errorf("%s may not decide, %s may", r.Approver, names(r.Approvers))
	case person(r.Approver) == person(e.Owner):
		return fmt.Errorf("%s owns %s, want another person to decide", r.Approver, e.ID)
	case today.Before(e.FiledAt):
		return fmt.Errorf("%s was filed on %s, which is after today", e.ID, format(e.FiledAt))
	case r.Decision == Approved && r.ExpiresAt.Before(today):
		return fmt.Errorf("%s is over, want a day from today on", format(r.ExpiresAt))
	case r.Decision == Approved && r.ExpiresAt.After(last):
		return fmt.Errorf("%s is too late, want %s at the latest", format(r.ExpiresAt), format(last))
	}
	e.Decision, e.DecidedAt, e.Approver = r.Decision, today, r.Approver
	if r.Decision == Approved {
		e.ExpiresAt = r.ExpiresAt
	}
	return nil
}
