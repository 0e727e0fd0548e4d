package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Reg001 asks for a schema behind every published event type.
var Reg001 = evctl.Rule{
	ID:       "rfc/reg-001",
	Severity: evctl.Error,
	Aliases:  []string{"REG-001"},
	Doc: `A published event type has no registered schema, or one that may change incompatibly.

Consumers read what the topic holds: today's events with yesterday's code, and in a replay last year's events with today's code.
Only FULL_ALL keeps both directions and every version. A mode like BACKWARD lets a rename pass that breaks three consumers.

Register one schema per event type, under the event type's name, and leave ` + "`compatibility: FULL_ALL`" + ` (the default) in force for it.

- Clause: REG-001, DESIGN, seed 004 R3.3: "one schema per event type, compatibility mode FULL_ALL, checked in CI and at runtime"
- Inputs: contract, registry, configuration
- Confidence: exact`,
}

func checkReg001(s *service.Service, v *verdict.Sheet) {
	if len(s.Spec.Publishes) == 0 {
		v.NotApplicable(s.Position("spec", "publishes"), "it publishes nothing")
	}
	for i, p := range s.Spec.Publishes {
		if len(p.Events) == 0 {
			v.On(p.Topic, s.MoneyMoving())
			v.Inconclusive(s.Position("spec", "publishes", i), "the contract names no event types of %s", p.Topic)
		}
		for j, event := range p.Events {
			v.On(event, s.MoneyMoving())
			at := s.Position("spec", "publishes", i, "events", j)
			switch subject := s.Org.Subjects[event]; {
			case s.Org.Subjects == nil:
				v.NotConfigured(at, "no registry is configured")
			case subject.Versions == 0:
				v.Fail(at, "event type %s has no schema in the registry, want one of that name", event)
			case subject.Mode != evctl.FullAll:
				v.Fail(at, "compatibility of %s is %s, want FULL_ALL", event, subject.Mode)
			default:
				v.Pass(at, "registered, FULL_ALL")
			}
		}
	}
}
