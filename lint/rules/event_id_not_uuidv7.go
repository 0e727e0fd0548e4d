package rules

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
)

// EventIDNotUUIDv7 is an id of an event that says nothing about its time.
var EventIDNotUUIDv7 = evctl.Rule{
	ID:       "lint/event-id-not-uuidv7",
	Severity: evctl.Info,
	Doc: `The id of an event is made at random, and is no UUID of version 7.

A UUIDv7 begins with the time at which it was made. The inbox and the outbox, which index it, are then written at one end of the index and not all
over it, and rows that are too old to matter can be told by their id. Version 4 is random throughout; version 1 tells the machine that made it.

Call ` + "`uuid.NewV7`" + `. Ids that are derived from the contents are not reported. Where only the name of a struct says that it is an event's
id, and for ULIDs and their like, which begin with the time too, confidence is low.`,
}

func checkEventIDNotUUIDv7(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			name := s.Roles[catalog.Key].Text
			if !s.Site.Has(catalog.SetKey) || !catalog.IsEventID(name) && s.Notes["kind"] != "event-id" {
				continue
			}
			if name == "" { // a setter
				name = "id"
			}
			made := mintedHere(f, s.Roles[catalog.Value], 0)
			if made == nil || !made.Site.Has(catalog.NewID) {
				continue
			}
			finding := EventIDNotUUIDv7.At(s.Pos, "%s gives an event an id that %s makes, want a UUIDv7", f.Name, link.SinkName(made.Func))
			finding.Subject, finding.Path, finding.Key = f.Subject(), name, name
			finding.Related = []evctl.Related{{Position: made.Pos, Message: "made here"}}
			finding.Remedy = "make it with uuid.NewV7"
			report(finding, sureOfEventID(name, made.Notes["kind"]))
		}
	}
}

// sureOfEventID says how sure it is that what is called so is the id of an
// event and not of a row about one, and that it says nothing about time.
func sureOfEventID(name, kind string) link.Confidence {
	ordered := kind == "ulid" || kind == "ksuid" || kind == "xid" || kind == "snowflake"
	if ordered || strings.Contains(name, ".") {
		return link.Low
	}
	return link.Medium
}
