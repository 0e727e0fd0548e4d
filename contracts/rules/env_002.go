package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Env002 asks for the fields that regions and failovers need.
var Env002 = evctl.Rule{
	ID:       "rfc/env-002",
	Severity: evctl.Error,
	Aliases:  []string{"ENV-002"},
	Doc: `A service that promises version 2 of the envelope publishes events without its fields.

Without ` + "`writer_epoch`" + ` a consumer cannot tell the writer that was failed over from its successor, without ` + "`origin_region`" + ` it cannot tell
an event from its copy, and without ` + "`schema_ref`" + ` it guesses which schema was meant.

Set ` + "`schema_ref`, `writer_epoch` (an integer from 1) and `origin_region`" + ` on every event of a topic whose publication says
` + "`envelope: v2`" + `; ` + "`traceparent`" + ` should be there too (a warning). The rule reads the sample events that the publication lists under
` + "`samples`" + `. What the envelope rules report of the same file is not reported twice.

- Clause: ENV-002, DESIGN, seed 004 R3.3: "Two fields make regions and failovers safe"
- Inputs: contract, sample events
- Confidence: exact for the samples`,
}

func checkEnv002(s *service.Service, v *verdict.Sheet) {
	if len(s.Spec.Publishes) == 0 {
		v.NotApplicable(s.Position("spec", "publishes"), "it publishes nothing")
	}
	for i, p := range s.Spec.Publishes {
		v.On(p.Topic, s.MoneyMoving())
		at := s.Position("spec", "publishes", i)
		switch {
		case p.Envelope != "v2":
			v.NotApplicable(s.Position("spec", "publishes", i, "envelope"), "it does not promise version 2 of the envelope")
		case len(p.Samples) == 0:
			v.Inconclusive(at, "the publication to %s lists no samples", p.Topic)
		default:
			samples(s, v, p, s.Position("spec", "publishes", i, "samples"))
		}
	}
}

func samples(s *service.Service, v *verdict.Sheet, p service.Publication, at evctl.Position) {
	looked, untraced := 0, evctl.Position{}
	for _, name := range p.Samples {
		file := s.Resolve(name)
		events, ok := s.Samples[file]
		if !ok {
			v.Broken(at, "%s cannot be read", name)
			return
		}
		for _, e := range events {
			if !published(p, e.Root) {
				continue
			}
			looked++
			if missing := lacks(e.Root); len(missing) > 0 {
				failed := v.Fail(e.Position, "event of %s lacks %s, want all of version 2 of the envelope", p.Topic, strings.Join(missing, ", "))
				if slices.Contains(s.Org.Judged, file) && len(missing) < len(fields) {
					failed.View("envelope/field-required") // which takes the event for version 2, too
				}
				return
			}
			if e.Root.Get("traceparent") == nil && untraced.File == "" {
				untraced = e.Position
			}
		}
	}
	switch {
	case looked == 0:
		v.Inconclusive(at, "the samples hold no event of %s", strings.Join(p.Events, ", "))
	case untraced.File != "":
		v.Warn(untraced, "event of %s has no traceparent, want the request's", p.Topic)
	default:
		v.Pass(at, "%d sample events have all fields", looked)
	}
}

// published reports whether an event is one that the publication names.
func published(p service.Publication, event *jsondoc.Node) bool {
	kind := event.Get("event_type")
	return len(p.Events) == 0 || kind == nil || slices.Contains(p.Events, kind.Text)
}

var fields = []string{"schema_ref", "writer_epoch", "origin_region"}

// lacks returns the fields of version 2 that an event does not have, or has
// with a value that cannot be one.
func lacks(event *jsondoc.Node) []string {
	var out []string
	for _, name := range fields {
		value := event.Get(name)
		ok := value != nil && value.Kind == jsondoc.String && value.Text != ""
		if name == "writer_epoch" {
			ok = value != nil && value.Kind == jsondoc.Number
			if ok {
				n, err := strconv.ParseInt(value.Text, 10, 64)
				ok = err == nil && n >= 1
			}
		}
		if !ok {
			out = append(out, name)
		}
	}
	return out
}
