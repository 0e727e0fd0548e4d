package contracts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/rules/contract"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/suggest"
)

// A Field says what a schema knows of a field that somebody reads.
type Field struct {
	Known  bool
	Beside []string // pointers of those that stand where it would
}

// consumed judges the versions and fields that a contract reads by those that
// are published. Event types that the registry does not have may be another's,
// unless o.Whole is set.
func consumed(ctx context.Context, c *service.Contract, o Options) ([]evctl.Finding, error) {
	if o.Source == nil {
		return nil, nil
	}
	var found []evctl.Finding
	for i, s := range c.Spec.Consumes {
		if len(s.Events) == 0 && o.Whole {
			found = append(found, silent(c, "consumes", s.Topic, i))
		}
		for _, event := range slices.Sorted(maps.Keys(s.Events)) {
			published, err := o.Source.Versions(ctx, event)
			if err != nil {
				return nil, err
			}
			if len(published) == 0 && o.Whole {
				found = append(found, unknown(c, event, []any{"spec", "consumes", i, "events", event}, "consumes"))
			}
			if len(published) > 0 {
				j := &consumption{Contract: c, options: o, entry: i, event: event, published: published}
				found = append(found, j.versions()...)
				found = append(found, j.fields(ctx)...)
			}
		}
	}
	if !o.Whole {
		return found, nil
	}
	for i, p := range c.Spec.Publishes {
		if len(p.Events) == 0 {
			found = append(found, silent(c, "publishes", p.Topic, i))
		}
		for k, event := range p.Events {
			published, err := o.Source.Versions(ctx, event)
			if err != nil {
				return nil, err
			}
			if len(published) == 0 {
				found = append(found, unknown(c, event, []any{"spec", "publishes", i, "events", k}, "publishes"))
			}
		}
	}
	return found, nil
}

// silent is an entry that names no event types.
func silent(c *service.Contract, list, topic string, i int) evctl.Finding {
	f := contract.EventUnknown.At(c.Position("spec", list, i), "%s %s at topic %s and does not say which event types", c.Metadata.Name, list, topic)
	f.Subject, f.Key = c.Metadata.Name, list+" "+topic
	return f
}

func unknown(c *service.Contract, event string, keys []any, verb string) evctl.Finding {
	f := contract.EventUnknown.At(c.Position(keys...), "%s %s %s, of which no registry that was asked has a version", c.Metadata.Name, verb, event)
	f.Subject, f.Key = c.Metadata.Name, event
	return f
}

// consumption is one event type of one entry of consumes.
type consumption struct {
	*service.Contract
	options   Options
	entry     int
	event     string
	published []*evctl.Schema
	read      []*evctl.Schema // the versions that it lists, as far as there are any
}

func (j *consumption) finding(rule evctl.Rule, key string, keys []any, message string, args ...any) evctl.Finding {
	f := rule.At(j.Position(append([]any{"spec", "consumes", j.entry}, keys...)...), message, args...)
	f.Subject, f.Key = j.Metadata.Name, key
	return f
}

func (j *consumption) versions() []evctl.Finding {
	var found []evctl.Finding
	want := j.want()
	for i, version := range j.Spec.Consumes[j.entry].Events[j.event] {
		at := slices.IndexFunc(j.published, func(v *evctl.Schema) bool { return v.Version == version })
		key, keys := fmt.Sprintf("%s@%d", j.event, version), []any{"events", j.event, i}
		if at < 0 {
			found = append(found, j.finding(contract.VersionUnknown, key, keys, "version %d of %s is not published, %s", version, j.event, want))
			continue
		}
		j.read = append(j.read, j.published[at])
		if j.published[at].Retired {
			found = append(found, j.finding(contract.VersionRetired, key, keys, "version %d of %s is retired, %s", version, j.event, want))
		}
	}
	return found
}

// want names the versions that may be consumed.
func (j *consumption) want() string {
	var numbers []string
	for _, v := range j.published {
		if !v.Retired {
			numbers = append(numbers, fmt.Sprint(v.Version))
		}
	}
	if len(numbers) == 0 {
		return "and no version of it is left"
	}
	return "want one of " + strings.Join(numbers, ", ")
}

func (j *consumption) fields(ctx context.Context) []evctl.Finding {
	if len(j.read) == 0 || j.options.Field == nil {
		return nil
	}
	var found []evctl.Finding
	for i, name := range j.Spec.Consumes[j.entry].Reads {
		var beside []string
		known := slices.ContainsFunc(j.read, func(s *evctl.Schema) bool {
			field := j.options.Field(ctx, s, name)
			beside = append(beside, field.Beside...)
			return field.Known
		})
		if !known {
			found = append(found, j.finding(contract.ReadsUnknown, j.event+" "+name, []any{"reads", i},
				"no version of %s that it lists has the field %s%s", j.event, name, suggest.Hint(name, beside)))
		}
	}
	return found
}
