package consumers

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/yamldoc"
)

// A Claim is how long somebody may still read an event after it was written.
type Claim struct {
	Who      string           // "topic orders.events", "the replays of billing"
	For      service.Duration // not set: nobody says
	Why      string           // it is not set
	Position evctl.Position   // of who says it, if that is known
}

// Past is what is known of the life of events.
type Past struct {
	declared *Declared
	topics   service.Input[map[string]service.Topic]
	limits   Limits
}

// ReadPast reads the organisation's files of topics and replays. A file that
// cannot be read is an error with its place.
func ReadPast(cfg *config.Config, fsys fs.FS, d *Declared) (*Past, error) {
	org := &service.Org{}
	if err := org.LoadTopics(fsys, cfg.Org.Topics); err != nil {
		return nil, err
	}
	if org.Fault != nil {
		return nil, &yamldoc.Error{Position: org.Fault.Position, Message: org.Fault.Message}
	}
	limits, err := readLimits(fsys, cfg.Org.Replay)
	var wrong *yamldoc.Error
	if errors.As(err, &wrong) && wrong.Position == (evctl.Position{}) {
		wrong.Position = cfg.Position("org", "replay")
	}
	return &Past{d, org.Topics, limits}, err
}

// Claims lists who may still read old events of a subject: the topics that carry
// it, their archives, and the consumers that replay. Topic is the one that the
// subject's own settings name, if they do.
func (p *Past) Claims(subject, topic string) []Claim {
	var out []Claim
	topics := p.topicsOf(subject, topic)
	if len(topics) == 0 {
		out = append(out, Claim{Who: "the topic of " + subject, Why: "no contract and no subject.yaml names it"})
	}
	for _, name := range topics {
		out = append(out, p.topic(name))
		if archive := p.archive(subject, name); archive.Set {
			out = append(out, Claim{Who: "the archive of " + name, For: archive})
		}
	}
	for _, c := range p.declared.Of(subject) {
		if c.Replays {
			out = append(out, p.Replay(c))
		}
	}
	return out
}

func (p *Past) topicsOf(subject, topic string) []string {
	var names []string
	if topic != "" {
		names = append(names, topic)
	}
	for _, publication := range p.declared.Publications(subject) {
		names = append(names, publication.Topic)
	}
	for _, c := range p.declared.Of(subject) {
		names = append(names, c.Topic)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// topic is how long a topic delivers: a record stays until its segment is
// dropped.
func (p *Past) topic(name string) Claim {
	claim := Claim{Who: "topic " + name}
	settings, ok := p.topics.Value[name]
	switch {
	case p.topics.State != service.Present:
		claim.Why = p.topics.Why
	case !ok || settings.Retention == 0:
		claim.Why = "the topics file has no retention.ms of it"
	default:
		claim.For, claim.Position = service.Duration{Duration: plus(settings.Retention, settings.Segment), Set: true}, settings.Position
	}
	return claim
}

func plus(a, b time.Duration) time.Duration {
	if a > service.Forever-b {
		return service.Forever
	}
	return a + b
}

// archive is the longest that anybody keeps events of a topic.
func (p *Past) archive(subject, topic string) service.Duration {
	longest := p.limits.of(topic).Archive
	for _, publication := range p.declared.Publications(subject) {
		if publication.Topic == topic && publication.Archive.Duration >= longest.Duration && publication.Archive.Set {
			longest = publication.Archive
		}
	}
	return longest
}

// Replay is how far back a consumer that replays reaches.
func (p *Past) Replay(c Consumer) Claim {
	claim := Claim{Who: "the replays of " + c.Service, Position: c.Position}
	for _, window := range []service.Duration{c.Window, p.limits.of(c.Topic).Window, p.archive(c.Subject, c.Topic)} {
		if window.Set {
			claim.For = window
			return claim
		}
	}
	claim.Why = fmt.Sprintf("neither its contract nor org.replay says how far back they reach, nor how long the archive of %s keeps events", c.Topic)
	return claim
}
