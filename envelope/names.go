package envelope

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/internal/guid"
)

// namesOf are what headers may call the schema.
func namesOf(c *contract) (names []wire.Name) {
	for _, format := range []wire.Format{wire.Confluent, wire.GUID, wire.SingleObject} {
		if name := c.told(format); name.Format != wire.Bare {
			names = append(names, name)
		}
	}
	if c.schema.GUID != "" {
		return names
	}
	for _, id := range guid.Of(c.schema) {
		if name := (wire.Name{Format: wire.GUID, UUID: id}); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// A directory says which schemas the names in headers mean. It is safe for
// concurrent use.
type directory struct {
	list func(context.Context) ([]*contract, error)                // all that the source has; nil once it is read, or cannot be
	ask  func(context.Context, wire.Name) ([]*evctl.Schema, error) // of what that does not tell; nil if nobody can be asked

	reading sync.Mutex // held while others are asked
	missed  int        // names that were asked for in vain
	mu      sync.RWMutex
	known   map[wire.Name][]*evctl.Schema
}

// Events choose the names: so many are asked for in vain, and as many remembered
// as a source may know.
const (
	maxMissed = 1000
	maxNames  = 100_000
)

// newDirectory is that of a library which is not sealed.
func newDirectory(l *library) *directory {
	d := &directory{known: map[wire.Name][]*evctl.Schema{}, list: l.all}
	if s, ok := l.source.(interface {
		Called(context.Context, wire.Name) ([]*evctl.Schema, error)
	}); ok {
		d.ask = s.Called
	}
	return d
}

// get returns what is known of a name.
func (d *directory) get(name wire.Name) (schemas []*evctl.Schema, known bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	schemas, known = d.known[name]
	return schemas, known
}

// find asks for what is not known yet.
func (d *directory) find(ctx context.Context, name wire.Name) ([]*evctl.Schema, error) {
	if schemas, known := d.get(name); known {
		return schemas, nil
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	if d.list != nil {
		contracts, err := d.list(ctx)
		if err != nil {
			return nil, err
		}
		d.list = nil
		d.add(contracts)
	}
	schemas, known := d.get(name)
	if known || d.ask == nil {
		return schemas, nil
	}
	schemas, err := d.ask(ctx, name)
	if err == nil && len(schemas) == 0 {
		d.missed++
	}
	if err == nil && d.missed > maxMissed {
		err = fmt.Errorf("%d names before it are not known there: do the headers speak of another registry?", maxMissed)
	}
	if err != nil {
		return nil, fmt.Errorf("look up %s: %w", name.Schema(), err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.known) < maxNames {
		d.known[name] = schemas
	}
	return schemas, nil
}

// add notes the names of contracts.
func (d *directory) add(contracts []*contract) {
	d.mu.Lock()
	defer d.mu.Unlock()
	slices.SortFunc(contracts, func(a, b *contract) int {
		return cmp.Or(cmp.Compare(a.schema.Subject, b.schema.Subject), cmp.Compare(a.schema.Version, b.schema.Version))
	})
	for _, c := range contracts {
		for _, name := range c.names() {
			d.known[name] = append(d.known[name], c.schema)
		}
	}
}

// all returns the contracts of all versions, none of a source that does not list
// its subjects.
func (l *library) all(ctx context.Context) (contracts []*contract, err error) {
	if l.sealed {
		for ref, c := range l.contracts {
			if ref == c.schema.SchemaRef {
				contracts = append(contracts, c)
			}
		}
		return contracts, nil
	}
	subjects, _ := subjectsOf(l.source)
	for _, subject := range subjects {
		versions, err := l.source.Versions(ctx, subject)
		if err != nil {
			return nil, fmt.Errorf("get versions of %s: %w", subject, err)
		}
		for _, v := range versions {
			c, err := l.contract(ctx, v.SchemaRef)
			if err != nil {
				return nil, err
			}
			if c.schema != nil {
				contracts = append(contracts, c)
			}
		}
	}
	return contracts, nil
}
