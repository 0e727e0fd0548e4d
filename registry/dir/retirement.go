package dir

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry/rules"
)

// Life is what is known of those who may still meet a subject's old events.
type Life struct {
	Readers    []Party // who declares to read which versions
	Publishers []Party // who declares to publish the subject
	Claims     []Claim
	// Succeeded returns when the successor of a version was published; false if
	// it has none that is.
	Succeeded func(version int) (time.Time, bool)
	Now       time.Time
}

// A Party is a service and the place of what it declares.
type Party struct {
	Name     string
	Versions []int // that it reads
	Position evctl.Position
}

// A Claim is how long somebody may read an event after it was written.
type Claim struct {
	Who      string
	For      time.Duration // Endless if there is no end
	Text     string        // the duration, as people write it
	Why      string        // nobody knows; empty if somebody does
	Position evctl.Position
}

// Endless is the duration of what never ends.
const Endless = time.Duration(1<<63 - 1)

// Retirements judges the entries of a subject that retire versions without an
// exception: nobody declares to read them, and their events can no longer come.
func Retirements(name string, settings Settings, life Life) []evctl.Finding {
	var found []evctl.Finding
	for _, entry := range settings.Retired {
		if entry.Exception != "" {
			continue
		}
		for _, version := range entry.Versions {
			for _, f := range life.judge(name, version, settings.Sunset) {
				f.Subject, f.Path, f.Key = name, "/retired", fmt.Sprint(version)
				f.Position = entry.Position
				found = append(found, f)
			}
		}
	}
	return found
}

func (l *Life) judge(name string, version int, sunset string) []evctl.Finding {
	if f, read := l.read(name, version); read {
		return []evctl.Finding{f}
	}
	since, what, f := l.last(name, version, sunset)
	if f != nil {
		return []evctl.Finding{*f}
	}
	return l.early(name, version, since, what)
}

// read finds the consumers that list the version.
func (l *Life) read(name string, version int) (evctl.Finding, bool) {
	var names []string
	var places []evctl.Related
	for _, r := range l.Readers {
		if slices.Contains(r.Versions, version) {
			names = append(names, r.Name)
			places = append(places, evctl.Related{Position: r.Position, Message: r.Name + " declares to read it"})
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	f := rules.RetiredVersionRead.At(evctl.Position{}, "version %d of %s is retired, and %s still reads it", version, name, strings.Join(names, ", "))
	f.Consumers, f.Related = names, places
	return f, len(names) > 0
}

// last tells since when nothing is written with the version, and why.
func (l *Life) last(name string, version int, sunset string) (time.Time, string, *evctl.Finding) {
	if at, ok := l.Succeeded(version); ok {
		return at, "its successor was published", nil
	}
	early := func(message string, args ...any) *evctl.Finding {
		f := rules.RetiredTooEarly.At(evctl.Position{}, "version %d of %s is retired as the newest that is published, and %s", version, name, fmt.Sprintf(message, args...))
		for _, p := range l.Publishers {
			f.Related = append(f.Related, evctl.Related{Position: p.Position, Message: p.Name + " declares to publish it"})
		}
		return &f
	}
	day, err := time.Parse(time.DateOnly, sunset)
	switch {
	case len(l.Publishers) > 0:
		return day, "", early("%s still declares to publish it", l.Publishers[0].Name)
	case err != nil:
		return day, "", early("the subject has no sunset, the day from which nobody publishes it")
	case l.Now.Before(day):
		return day, "", early("its sunset is only on %s", sunset)
	}
	return day, "its sunset was", nil
}

// early compares how long events live with how long ago the last one was
// written.
func (l *Life) early(name string, version int, since time.Time, what string) []evctl.Finding {
	var longest *Claim
	var unknown []string
	for i, c := range l.Claims {
		switch {
		case c.Why != "":
			unknown = append(unknown, c.Who+": "+c.Why)
		case longest == nil || c.For > longest.For:
			longest = &l.Claims[i]
		}
	}
	if longest != nil && (longest.For == Endless || l.Now.Before(since.Add(longest.For))) {
		until := "for ever"
		if longest.For != Endless {
			until = fmt.Sprintf("for %s, until %s", longest.Text, day(since.Add(longest.For)))
		}
		f := rules.RetiredTooEarly.At(evctl.Position{}, "version %d of %s is retired, and events can still come from %s %s: %s on %s",
			version, name, longest.Who, until, what, since.UTC().Format(time.DateOnly))
		if longest.Position.File != "" {
			f.Related = []evctl.Related{{Position: longest.Position, Message: "for how long"}}
		}
		return []evctl.Finding{f}
	}
	if len(unknown) > 0 {
		f := rules.RetirementUnproven.At(evctl.Position{}, "version %d of %s is retired, and nobody says for how long its events can come: %s", version, name, strings.Join(unknown, "; "))
		return []evctl.Finding{f}
	}
	return nil
}

// day is the first whole day after a moment, UTC.
func day(t time.Time) string {
	return t.UTC().Add(24*time.Hour - time.Nanosecond).Format(time.DateOnly)
}
