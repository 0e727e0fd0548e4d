package envelope

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A contract is what a payload is judged by.
type contract struct {
	schema *evctl.Schema // nil if the version is not registered
	newest int           // then the newest that is, 0 if the subject is unknown

	err   error    // why the schema cannot judge a payload
	legal bool     // the subject is one that event_type can have
	home  *library // set when it is sealed
	opening
	writes *program.Program
	reads  *program.Program
	known  *jsonschema.Projection // nil under the strict policy

	bytes *codec             // of a schema that is no JSON Schema
	names func() []wire.Name // that headers may have for the schema

	// The libraries word the faults. They are compiled when the first is asked for.
	writer func() (*jsonschema.Validator, error)
	reader func() (*jsonschema.Validator, error)
}

// subject is the event type of the contract; empty if there is none.
func (c *contract) subject() string {
	if c == nil || c.schema == nil {
		return ""
	}
	return c.schema.Subject
}

// compile prepares a schema. One that cannot be compiled is a contract too: it
// says so of each event.
func compile(schema *evctl.Schema, semantics evctl.Semantics) *contract {
	c := &contract{schema: schema, legal: isEventType(schema.Subject), opening: newOpening(schema.SchemaRef)}
	c.names = sync.OnceValue(func() []wire.Name { return namesOf(c) })
	if schema.Format != evctl.JSON {
		c.bytes, c.err = compileBinary(schema)
		return c
	}
	var resolved *program.Contract
	if resolved, c.err = program.Read(schema, semantics); c.err != nil {
		return c
	}
	if c.writes, c.err = resolved.Compile(program.Writer); c.err != nil {
		return c
	}
	c.reads, c.err = resolved.Compile(program.Reader)
	c.known = resolved.Known()
	c.writer = sync.OnceValues(func() (*jsonschema.Validator, error) { return jsonschema.CompileWriter(schema, semantics) })
	c.reader = sync.OnceValues(func() (*jsonschema.Validator, error) { return jsonschema.Compile(schema, semantics) })
	return c
}

// maxAbsent bounds the refs remembered as not registered: events choose them.
const maxAbsent = 10_000

// A library keeps contracts by the ref they were asked for.
type library struct {
	source    evctl.Source // nil if there is none, or once all is loaded
	semantics func(subject string) evctl.Semantics
	sealed    bool    // all is loaded
	shelves   []shelf // then
	directory func() *directory

	mu        sync.RWMutex
	contracts map[evctl.SchemaRef]*contract
	absent    map[evctl.SchemaRef]*contract
}

func newLibrary(source evctl.Source, options Options) *library {
	l := &library{
		source: source, semantics: options.semantics,
		contracts: map[evctl.SchemaRef]*contract{},
		absent:    map[evctl.SchemaRef]*contract{},
	}
	asking := newDirectory(l)
	l.directory = func() *directory { return asking }
	return l
}

// empty reports whether there is nothing to judge payloads by.
func (l *library) empty() bool { return l.source == nil && !l.sealed }

func (l *library) contract(ctx context.Context, ref evctl.SchemaRef) (*contract, error) {
	l.mu.RLock()
	c := l.contracts[ref]
	if c == nil {
		c = l.absent[ref]
	}
	l.mu.RUnlock()
	switch {
	case c != nil:
		return c, nil
	case l.sealed:
		return l.missing(ref), nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fetch(ctx, ref)
}

// missing answers for a ref that a sealed library does not hold.
func (l *library) missing(ref evctl.SchemaRef) *contract {
	ref.Version = 0
	if newest := l.contracts[ref]; newest != nil {
		return &contract{newest: newest.schema.Version}
	}
	return &contract{}
}

func (l *library) fetch(ctx context.Context, ref evctl.SchemaRef) (*contract, error) {
	schema, err := l.source.Get(ctx, ref)
	if err == nil {
		c := compile(schema, l.semantics(schema.Subject))
		l.contracts[ref] = c
		return c, nil
	}
	if !errors.Is(err, evctl.ErrNotFound) {
		return nil, fmt.Errorf("get schema %s: %w", ref, err)
	}
	c := &contract{}
	if ref.Version != 0 {
		newest := ref
		newest.Version = 0
		switch schema, err := l.source.Get(ctx, newest); {
		case err == nil:
			c.newest = schema.Version
		case !errors.Is(err, evctl.ErrNotFound):
			return nil, fmt.Errorf("get schema %s: %w", newest, err)
		}
	}
	if len(l.absent) >= maxAbsent {
		clear(l.absent)
	}
	l.absent[ref] = c
	return c, nil
}

// loadAll loads the subjects, all of the source if none is named, and seals the
// library. What an earlier one has compiled is not compiled again.
func (l *library) loadAll(ctx context.Context, subjects []string, earlier *library) error {
	if len(subjects) == 0 {
		var err error
		if subjects, err = subjectsOf(l.source); err != nil {
			return err
		}
	}
	for _, subject := range subjects {
		if err := l.load(ctx, subject, earlier); err != nil {
			return err
		}
	}
	l.seal()
	return nil
}

// load fetches every version of the subject, which must have one.
func (l *library) load(ctx context.Context, subject string, earlier *library) error {
	versions, err := l.source.Versions(ctx, subject)
	if err != nil {
		return fmt.Errorf("get versions of %s: %w", subject, err)
	}
	if len(versions) == 0 {
		return fmt.Errorf("get versions of %s: %w", subject, evctl.ErrNotFound)
	}
	for _, schema := range versions { // ascending: the last is the newest
		c := earlier.copyOf(schema)
		if c == nil {
			c = compile(schema, l.semantics(schema.Subject))
		}
		for _, registry := range []string{"", schema.Registry} {
			for _, version := range []int{0, schema.Version} {
				l.contracts[evctl.SchemaRef{Registry: registry, Subject: subject, Version: version}] = c
			}
		}
	}
	return nil
}

// copyOf returns a copy of the contract of an equal schema, nil if there is none.
func (l *library) copyOf(schema *evctl.Schema) *contract {
	if l == nil {
		return nil
	}
	c := l.contracts[schema.SchemaRef]
	if c == nil || !sameText(c.schema, schema) || !maps.EqualFunc(c.schema.Refs, schema.Refs, sameText) {
		return nil
	}
	own := *c
	return &own
}

func sameText(a, b *evctl.Schema) bool {
	return a.ID == b.ID && a.GUID == b.GUID && a.Format == b.Format && a.File == b.File && a.Message == b.Message && bytes.Equal(a.Text, b.Text)
}

// seal ends all fetching.
func (l *library) seal() {
	l.source, l.sealed = nil, true
	for _, c := range l.contracts {
		c.home = l
	}
	l.shelves = shelve(l.contracts)
	l.directory = sync.OnceValue(func() *directory {
		d := &directory{known: map[wire.Name][]*evctl.Schema{}}
		contracts, _ := l.all(context.Background()) // sealed: no I/O, no error
		d.add(contracts)
		return d
	})
}
