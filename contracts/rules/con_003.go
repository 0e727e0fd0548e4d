package rules

import (
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Con003 asks consumers to remember as long as events can come again.
var Con003 = evctl.Rule{
	ID:       "rfc/con-003",
	Severity: evctl.Error,
	Aliases:  []string{"CON-003"},
	Doc: `A consumer with effects forgets events that the topic can still deliver.

Reset an offset, and everything the topic holds comes again. What the inbox has forgotten by then is done a second time: an
inbox of a day on a topic of a week once shipped 41,000 orders twice.

Keep the inbox at least as long as the topic's ` + "`retention.ms`" + ` (an error below that), better a day longer, and longer than retention plus
` + "`segment.ms`" + `, since a record stays readable until its segment is dropped (warnings). A state guard, or a high-water mark with
` + "`pruned: never`" + `, remembers for ever and needs no window. For queues without a topic file, ` + "`redelivery`" + ` says for how long messages come
again. The columns of the tables are taken from the contract: the migrations are not read.

- Clause: CON-003, MUST, seed 000 §11: "with a window ≥ topic retention, or use state-guarded writes"; warnings after §4.6
- Inputs: contract, topics file
- Confidence: exact for what is declared`,
}

func checkCon003(s *service.Service, v *verdict.Sheet) {
	if len(s.Spec.Consumes) == 0 {
		v.NotApplicable(s.Position("spec", "consumes"), "it consumes nothing")
	}
	for i, c := range s.Spec.Consumes {
		v.On(c.Topic, s.MoneyMoving())
		at := s.Position("spec", "consumes", i, "dedupe")
		switch {
		case !c.SideEffecting:
			v.NotApplicable(at, "the consumer has no effects")
		case c.Dedupe.Mode == "":
			v.Fail(at, "consumer of %s has effects and declares no dedupe, want an inbox, a high-water mark or a state guard", c.Topic)
		case remembers(&c.Dedupe):
			v.Pass(at, "its guard is never pruned")
		default:
			window(s, v, i, c)
		}
	}
}

// remembers reports whether one of the guards outlives every event.
func remembers(d *service.Dedupe) bool {
	for ; d != nil; d = d.Also {
		if d.Mode == "state_guard" || d.Mode == "version_high_water_mark" && d.Pruned == "never" {
			return true
		}
	}
	return false
}

// window compares how long a consumer remembers with how long events come.
func window(s *service.Service, v *verdict.Sheet, i int, c service.Subscription) {
	at := s.Position("spec", "consumes", i, "dedupe", "retention")
	topic, ok := s.Org.Topics.Value[c.Topic]
	switch {
	case c.Redelivery.Set:
		topic = service.Topic{Retention: c.Redelivery.Duration, Position: s.Position("spec", "consumes", i, "redelivery")}
	case s.Org.Topics.State == service.Broken:
		v.Broken(at, "%s", s.Org.Topics.Why)
		return
	case s.Org.Topics.State == service.Absent:
		v.Inconclusive(at, "%s, so nobody knows for how long %s delivers", s.Org.Topics.Why, c.Topic)
		return
	case !ok || topic.Retention == 0:
		v.Inconclusive(at, "the topics file has no retention.ms of %s", c.Topic)
		return
	}
	kept := c.Dedupe.Retention
	life := service.Duration{Duration: topic.Retention}
	full := service.Duration{Duration: plus(topic.Retention, max(topic.Segment, 24*time.Hour))}
	switch {
	case !kept.Set:
		v.Fail(at, "consumer of %s declares no retention of its %s, want %s or more", c.Topic, c.Dedupe.Mode, life)
	case kept.Duration < topic.Retention:
		v.Fail(at, "consumer of %s remembers for %s, the topic delivers for %s", c.Topic, kept, life).Because(topic.Position, "how long the topic delivers")
	case kept.Duration < full.Duration:
		v.Warn(at, "consumer of %s remembers for %s, the topic delivers for %s and until a segment is dropped, want %s", c.Topic, kept, life, full).Because(topic.Position, "how long the topic delivers")
	default:
		v.Pass(at, "%s, the topic delivers for %s", kept, life).Because(topic.Position, "how long the topic delivers")
	}
}

func plus(a, b time.Duration) time.Duration {
	if a > service.Forever-b {
		return service.Forever
	}
	return a + b
}
