// Package consumers knows who reads which events, as service contracts declare:
// those of the repository, and those in the places that the configuration lists
// under consumers.
//
// Call [Read], then [Declared.Of] for one subject. [NewTable] lays out what a
// proposed schema would do to each. What a change breaks compat/impact decides.
package consumers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/contracts/service"
)

// A Consumer is what one service declares to read of one subject from one topic.
type Consumer struct {
	Service  string           `json:"service"`
	Owner    string           `json:"owner,omitempty"`
	Subject  string           `json:"subject"`
	Topic    string           `json:"topic"`
	Group    string           `json:"group,omitempty"`
	Versions []int            `json:"versions"`
	Reads    []string         `json:"reads,omitempty"` // fields; none means all
	Replays  bool             `json:"replays,omitempty"`
	Window   service.Duration `json:"-"` // how far back its replays reach, as far as the contract says it

	Position evctl.Position `json:"declared"` // of the versions in its contract
}

// Declared is what contracts declare. The zero value is of nobody.
type Declared struct {
	Contracts []*service.Contract // by service
	Consumers []Consumer          // by subject, service and topic
	Unasked   []string            // addresses that were not asked
	Unread    []evctl.Finding     // about contracts that cannot be read: what they declare is not known
}

// Of returns the consumers of a subject.
func (d *Declared) Of(subject string) []Consumer {
	var out []Consumer
	for _, c := range d.Consumers {
		if c.Subject == subject {
			out = append(out, c)
		}
	}
	return out
}

// Readers returns them as compat/impact wants them. They are nil if no contract
// declares a consumer of anything: then nobody knows who reads.
func (d *Declared) Readers(subject string) []impact.Consumer {
	if len(d.Consumers) == 0 {
		return nil
	}
	return Readers(d.Of(subject))
}

// Readers turns consumers into what compat/impact wants, never nil.
func Readers(list []Consumer) []impact.Consumer {
	out := []impact.Consumer{}
	for _, c := range list {
		out = append(out, impact.Consumer{Name: c.Service, Versions: c.Versions, Reads: c.Reads, Replays: c.Replays})
	}
	return out
}

// Unknown says why somebody may read who is not declared here, or "".
func (d *Declared) Unknown() string {
	switch {
	case len(d.Unasked) > 0:
		return d.Unasked[0] + " is not asked"
	case len(d.Unread) > 0:
		return d.Unread[0].Position.File + " cannot be read"
	case len(d.Consumers) == 0:
		return "no contract declares any"
	}
	return ""
}

// Publications returns what services publish of a subject.
func (d *Declared) Publications(subject string) []service.Publication {
	var out []service.Publication
	for _, c := range d.Contracts {
		for _, p := range c.Spec.Publishes {
			if slices.Contains(p.Events, subject) {
				out = append(out, p)
			}
		}
	}
	return out
}

// Contract returns the contract of a service, or nil.
func (d *Declared) Contract(name string) *service.Contract {
	i := slices.IndexFunc(d.Contracts, func(c *service.Contract) bool { return c.Metadata.Name == name })
	if i < 0 {
		return nil
	}
	return d.Contracts[i]
}

// add takes contracts over, except of services that are known already.
func (d *Declared) add(contracts []*service.Contract) {
	for _, c := range contracts {
		if d.Contract(c.Metadata.Name) != nil {
			continue
		}
		d.Contracts = append(d.Contracts, c)
		d.Consumers = append(d.Consumers, Of(c)...)
	}
}

// Of returns what one contract declares to consume.
func Of(c *service.Contract) []Consumer {
	var out []Consumer
	for i, s := range c.Spec.Consumes {
		for subject, versions := range s.Events {
			sorted := slices.Clone(versions)
			slices.Sort(sorted)
			out = append(out, Consumer{
				Service: c.Metadata.Name, Owner: c.Metadata.Owner, Subject: subject, Topic: s.Topic, Group: s.Group,
				Versions: sorted, Reads: s.Reads, Replays: s.Replays, Window: s.ReplayWindow,
				Position: c.Position("spec", "consumes", i, "events", subject),
			})
		}
	}
	order(out)
	return out
}

func order(list []Consumer) {
	slices.SortStableFunc(list, func(a, b Consumer) int {
		return cmp.Or(strings.Compare(a.Subject, b.Subject), strings.Compare(a.Service, b.Service),
			strings.Compare(a.Topic, b.Topic), strings.Compare(a.Group, b.Group))
	})
}
