package service

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// reference is a file that a contract names and no rule reads yet.
type reference struct {
	name string
	kind string // file, json, yaml, events
	keys []any
}

// loadRest sees that these files are there and parse.
func (s *Service) loadRest() error {
	for _, ref := range s.references() {
		if ref.name == "" {
			continue
		}
		if ref.kind == "file" {
			s.exists(ref.name, ref.keys...)
			continue
		}
		text, err := s.read(ref.name, ref.keys...)
		if err != nil {
			return err
		}
		if text == nil {
			continue
		}
		if ref.kind == "events" {
			s.loadEvents(s.resolve(ref.name), text)
			continue
		}
		if ref.kind == "yaml" {
			_, err := yamldoc.ParseAll(s.resolve(ref.name), text)
			s.unreadable(err)
			continue
		}
		if _, err := jsondoc.Parse(s.resolve(ref.name), text); err != nil {
			s.unreadable(err)
		}
	}
	return nil
}

// An Event is one line of a sample.
type Event struct {
	Root     *jsondoc.Node
	Position evctl.Position
}

// loadEvents reads a file of events, one JSON object a line.
func (s *Service) loadEvents(file string, text []byte) {
	events := []Event{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		doc, err := jsondoc.Parse(file, bytes.TrimRight(line, "\r\n"))
		var wrong *jsondoc.Error
		if errors.As(err, &wrong) {
			wrong.Position.Line += number - 1
			s.unreadable(wrong)
			return
		}
		events = append(events, Event{doc.Root, evctl.Position{File: file, Line: number, Column: doc.Position(doc.Root.Start, doc.Root.End).Column}})
	}
	s.Samples[file] = events
}

func (s *Service) references() []reference {
	var out []reference
	add := func(kind, name string, keys ...any) { out = append(out, reference{name, kind, keys}) }
	for _, id := range slices.Sorted(maps.Keys(s.Spec.Stores)) {
		add("file", s.Spec.Stores[id].Migrations, "spec", "stores", id, "migrations")
	}
	for i, name := range s.Spec.Retries.Nginx {
		add("file", name, "spec", "retries", "nginx", i)
	}
	for i, p := range s.Spec.Publishes {
		add("json", p.Connector, "spec", "publishes", i, "connector")
		for j, name := range p.Samples {
			add("events", name, "spec", "publishes", i, "samples", j)
		}
	}
	for i, c := range s.Spec.Consumes {
		add("file", c.OffsetReset.Runbook, "spec", "consumes", i, "offsetReset", "runbook")
		add("json", c.FullReplayTest.Evidence, "spec", "consumes", i, "fullReplayTest", "evidence")
	}
	for i, name := range s.Spec.Metrics.Alerts {
		add("yaml", name, "spec", "metrics", "alerts", i)
	}
	for i, step := range s.Spec.Probe.Setup {
		add("json", step.Body, "spec", "probe", "setup", i, "body")
	}
	for _, id := range slices.Sorted(maps.Keys(s.Spec.Probe.Cases)) {
		add("json", s.Spec.Probe.Cases[id].Body, "spec", "probe", "cases", id, "body")
		add("json", s.Spec.Probe.Cases[id].BusinessError, "spec", "probe", "cases", id, "businessError")
	}
	return out
}

// maxHints bounds the search for what was meant: it compares every unknown name
// with every known one.
const maxHints = 1000

// checkOperations finds operations that the OpenAPI document does not have.
func (s *Service) checkOperations() {
	if s.API.State != Present {
		return
	}
	var known []string
	for _, o := range s.API.Value.Operations {
		if len(o.Open) > 0 && o.Method == "" {
			return // a path is missing, and may have it
		}
		if o.ID != "" {
			known = append(known, o.ID)
		}
	}
	is := map[string]bool{}
	for _, id := range known {
		is[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(s.Spec.Operations)) {
		if is[id] {
			continue
		}
		hint := ""
		if len(known) <= maxHints && len(s.Faults) < maxHints {
			hint = suggest.Hint(id, known)
		}
		s.fault(Unknown, id, s.Position("spec", "operations", id), "%s has no operation %q%s", s.Spec.OpenAPI, id, hint)
	}
}
