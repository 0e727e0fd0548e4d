package protobuf

import (
	"fmt"
	"hash/maphash"
	"sync"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxKept bounds what a Compiler remembers, in bytes of source. The compiled
// form takes some thirty times as much.
const maxKept = 4 << 20

// A Compiler remembers the files that it has compiled, by their content and the
// content of all that they import: a file that many schemas share, or that two
// versions have in common, is compiled once. The zero value is ready for use,
// and safe for concurrent use.
type Compiler struct {
	once    sync.Once
	seeds   [2]maphash.Seed
	nothing protoreflect.FileDescriptor

	mu     sync.Mutex
	recent kept // what was asked for since older was recent
	older  kept
	bytes  int // of the sources in recent
	std    map[string]*unit
}

type kept struct {
	units   map[unitKey]*unit
	imports map[digest][]string // of texts
	trees   map[digest]*tree    // of texts under their paths
}

type unitKey struct {
	digest
	options optionSet
}

// A digest tells texts apart, or files that compile to different things. Its
// seeds are drawn at random, so that nobody can write two of one digest.
type digest [2]uint64

func (c *Compiler) digest(text []byte) digest {
	c.once.Do(func() {
		c.seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
		c.nothing = newNothing()
	})
	return digest{maphash.Bytes(c.seeds[0], text), maphash.Bytes(c.seeds[1], text)}
}

// scan returns the digest of a text and what it imports.
func (c *Compiler) scan(text []byte) (digest, []string) {
	d := c.digest(text)
	c.mu.Lock()
	paths, known := c.recent.imports[d]
	if !known {
		paths, known = c.older.imports[d]
	}
	c.mu.Unlock()
	if !known {
		paths = scanImports(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room(0)
	c.recent.imports[d] = paths
	return d, paths
}

// unit returns the unit of that digest; the caller compiles it. Where standard
// options will do, a unit with all of them does as well. Size is that of the
// source in bytes.
func (c *Compiler) unit(d digest, o optionSet, size int) *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o == standardOptions {
		if u := c.find(unitKey{d, allOptions}, size); u != nil && u.good.Load() {
			return u
		}
	}
	key := unitKey{d, o}
	u := c.find(key, size)
	if u == nil {
		u = &unit{digest: d}
		c.room(size)
		c.recent.units[key] = u
	}
	return u
}

// tree returns a text parsed, once for all that it may be linked with. Digest is
// the text's.
func (c *Compiler) tree(name string, text []byte, d digest) *tree {
	key := c.digest(fmt.Appendf(nil, "tree %q %x", name, d))
	c.mu.Lock()
	t := c.recent.trees[key]
	if t == nil {
		t = c.older.trees[key]
	}
	if t == nil {
		t = &tree{}
	}
	c.room(0)
	c.recent.trees[key] = t
	c.mu.Unlock()
	t.done.Do(func() { t.parse(name, text) })
	return t
}

// find returns a unit that is known, which makes it recent, or nil.
func (c *Compiler) find(key unitKey, size int) *unit {
	u := c.recent.units[key]
	if u == nil && c.older.units[key] != nil {
		u = c.older.units[key]
		c.room(size)
		c.recent.units[key] = u
	}
	return u
}

// room makes what is recent old where it is too much; what is older is
// forgotten.
func (c *Compiler) room(size int) {
	if c.bytes += size; c.bytes > maxKept/2 || c.recent.units == nil {
		c.recent, c.older, c.bytes = kept{map[unitKey]*unit{}, map[digest][]string{}, map[digest]*tree{}}, c.recent, size
	}
}

// standard returns one of the google/protobuf files that come with the
// compiler, or nil.
func (c *Compiler) standard(name string) *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.standardLocked(name)
}

func (c *Compiler) standardLocked(name string) *unit {
	if u := c.std[name]; u != nil {
		return u
	}
	file := standardFile(name)
	if file == nil {
		return nil
	}
	u := &unit{name: name, digest: c.digest([]byte("standard " + name)), file: file}
	u.done.Do(func() {})
	var err error
	if u.linked, err = linker.NewFileRecursive(file); err != nil {
		return nil
	}
	for i := range file.Imports().Len() {
		if imported := c.standardLocked(file.Imports().Get(i).Path()); imported != nil {
			u.imports = append(u.imports, imported)
		}
	}
	if c.std == nil {
		c.std = map[string]*unit{}
	}
	c.std[name] = u
	return u
}

func standardFile(name string) protoreflect.FileDescriptor {
	found, err := protocompile.WithStandardImports(protocompile.CompositeResolver(nil)).FindFileByPath(name)
	if err != nil {
		return nil
	}
	return found.Desc
}
