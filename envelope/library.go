package envelope

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
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

	bytes   byteCheck // of a schema that is no JSON Schema
	indexes []int     // of a Protobuf message, as a frame gives them

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
	if schema.Format != evctl.JSON {
		c.bytes, c.indexes, c.err = compileBinary(schema)
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

	mu        sync.RWMutex
	contracts map[evctl.SchemaRef]*contract
	absent    map[evctl.SchemaRef]*contract
}

func newLibrary(source evctl.Source, options Options) *library {
	return &library{
		source: source, semantics: options.semantics,
		contracts: map[evctl.SchemaRef]*contract{},
		absent:    map[evctl.SchemaRef]*contract{},
	}
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

// load fetches every version of the subject, which must have one.
func (l *library) load(ctx context.Context, subject string) error {
	versions, err := l.source.Versions(ctx, subject)
	if err != nil {
		return fmt.Errorf("get versions of %s: %w", subject, err)
	}
	if len(versions) == 0 {
		return fmt.Errorf("get versions of %s: %w", subject, evctl.ErrNotFound)
	}
	for _, schema := range versions { // ascending: the last is the newest
		c := compile(schema, l.semantics(schema.Subject))
		for _, registry := range []string{"", schema.Registry} {
			for _, version := range []int{0, schema.Version} {
				l.contracts[evctl.SchemaRef{Registry: registry, Subject: subject, Version: version}] = c
			}
		}
	}
	return nil
}

// seal ends all fetching.
func (l *library) seal() {
	l.source, l.sealed = nil, true
	for _, c := range l.contracts {
		c.home = l
	}
	l.shelves = shelve(l.contracts)
}
