package envelope

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/guid"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A heading is what the header of a registry's serializer says of an event; the
// zero value if there is none.
type heading struct {
	name   wire.Name
	err    error // why it says nothing
	broken error // why what stands behind it is no event
}

// where says what stands before the event.
func (h *heading) where() string {
	if h.name.Format == wire.Bare {
		return ""
	}
	return " behind the " + h.name.Format.String() + " of " + h.name.Schema()
}

// none reports that nothing stood before the event.
func (h *heading) none() bool {
	return h == nil || h.name.Format == wire.Bare && h.err == nil && h.broken == nil
}

// kept returns a copy that outlives the event, nil if there is none.
func (h *heading) kept() *heading {
	if h.none() {
		return nil
	}
	own := new(heading)
	*own = *h
	return own
}

// unwrap takes the value of a Kafka record apart, see [wire.ParseRecord]. What is
// no JSON behind a prefix is left as it is.
func unwrap(header, value []byte, limit int) ([]byte, heading) {
	if header == nil && (len(value) == 0 || value[0] == '{') {
		return value, heading{}
	}
	f, err := wire.ParseRecord(header, value)
	switch {
	case header != nil:
		return value, heading{name: f.Name, err: err}
	case err == nil && f.Format == wire.Bare:
		return value, heading{}
	}
	var inside []byte
	if err == nil {
		inside, err = f.Inflate(limit)
	}
	if err == nil && !isObject(inside) {
		err = errors.New("it is no object of JSON")
	}
	if err != nil {
		return value, heading{name: f.Name, broken: err}
	}
	return inside, heading{name: f.Name}
}

// isObject reports whether a text begins as an object of JSON does.
func isObject(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
}

// An agreement is how a header stands to the schema that its event names.
type agreement int

const (
	agrees  agreement = iota // it names that schema, or there is none
	differs                  // it names another
	unknown                  // nobody here knows that name
)

// agreement compares a name with the contract's own, and with the schemas that are
// known by it.
func (c *contract) agreement(name wire.Name, known []*evctl.Schema) agreement {
	is := func(s *evctl.Schema) bool { return s.SchemaRef == c.schema.SchemaRef }
	switch {
	case slices.Contains(c.names(), name) || slices.ContainsFunc(known, is):
		return agrees
	case len(known) > 0 || c.told(name.Format).Format != wire.Bare:
		return differs
	}
	return unknown
}

// told is the one name of a format that the schema is known to have. The GUIDs
// that are computed are guesses: one of them is right, or none is.
func (c *contract) told(format wire.Format) wire.Name {
	switch id, ok := guid.Parse(c.schema.GUID); {
	case format == wire.Confluent && c.schema.ID != 0:
		return wire.Name{Format: format, ID: c.schema.ID}
	case format == wire.GUID && ok:
		return wire.Name{Format: format, UUID: id}
	case format == wire.SingleObject && c.bytes != nil && c.bytes.indexes == nil:
		return wire.Name{Format: format, Fingerprint: c.bytes.fingerprint}
	}
	return wire.Name{}
}

// agreesWith reports whether the heading of a valid event names the contract, by
// what is known without asking anybody. Where a reader names its own schema, judge
// looks for that of the event.
func (h *heading) agreesWith(role Role, c *contract, home *library) bool {
	return h.none() || h.err == nil && !role.names() && home.agreement(c, h.name) == agrees
}

// agreement compares with what is known without asking anybody.
func (l *library) agreement(c *contract, name wire.Name) agreement {
	if name.Format == wire.Bare || slices.Contains(c.names(), name) {
		return agrees
	}
	known, _ := l.directory().get(name)
	return c.agreement(name, known)
}

// headed judges the heading of the event, which may be nil.
func (j *judge) headed(ctx context.Context, library *library, h *heading) error {
	if h.none() {
		return nil
	}
	if h.err != nil {
		j.report(rules.HeaderAgrees, j.event, "", "", "%v", h.err)
		return nil
	}
	_, err := j.heading(ctx, library, h.name, j.event, "", true)
	return err
}

// heading judges what a header before the event, or before its payload, calls the
// schema that the event names. It reports a name that nobody knows only if told
// to.
func (j *judge) heading(ctx context.Context, library *library, name wire.Name, at *jsondoc.Node, path string, all bool) (agreement, error) {
	ref := j.eventRef()
	if name.Format == wire.Bare || library.empty() || ref.Subject == "" || ref.Version == 0 {
		return agrees, nil
	}
	c, err := library.contract(ctx, ref)
	switch {
	case err != nil:
		return agrees, err
	case c.schema == nil && !j.role.names():
		return agrees, nil // it is reported as not registered
	case c.schema == nil:
		c = &contract{schema: &evctl.Schema{SchemaRef: ref}, names: func() []wire.Name { return nil }}
	}
	var known []*evctl.Schema
	if !slices.Contains(c.names(), name) {
		if known, err = library.directory().find(ctx, name); err != nil {
			return agrees, err
		}
	}
	said := c.agreement(name, known)
	switch {
	case said == differs:
		j.report(rules.HeaderAgrees, at, path, "", "the %s is of %s, want %s", name.Format, spell(name, known...), c.spell(name.Format))
	case said == unknown && all:
		j.report(rules.HeaderKnown, at, path, "", "the %s is of %s, which nobody here knows", name.Format, name.Schema())
	}
	return said, nil
}

// spell is what a header of the format would say of the schema.
func (c *contract) spell(format wire.Format) string {
	if name := c.told(format); name.Format != wire.Bare {
		return spell(name, c.schema)
	}
	return c.schema.SchemaRef.String()
}

func spell(name wire.Name, schemas ...*evctl.Schema) string {
	if len(schemas) == 0 {
		return name.Schema()
	}
	var texts []string
	for _, s := range schemas {
		texts = append(texts, s.SchemaRef.String())
	}
	return name.Schema() + " (" + strings.Join(texts, ", ") + ")"
}
