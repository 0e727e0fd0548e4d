package protobuf

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxKept bounds what a Compiler remembers, in bytes of source. The compiled
// form takes some thirty times as much.
const maxKept = 12 << 20

// A Compiler remembers the files that it has compiled, by their content and the
// content of all that they import: a file that many schemas share, or that two
// versions have in common, is compiled once. The zero value is ready for use,
// and safe for concurrent use.
type Compiler struct {
	mu     sync.Mutex
	recent map[digest]*unit // what was asked for since older was recent
	older  map[digest]*unit
	bytes  int // of the sources in recent
	std    map[string]*unit
}

// A digest tells files apart that compile to different things.
type digest [sha256.Size]byte

func digestOf(parts ...string) digest {
	h := sha256.New()
	for _, part := range parts {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return digest(h.Sum(nil))
}

// unit returns the unit of that digest; the caller compiles it.
func (c *Compiler) unit(d digest, size int) *unit {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u := c.recent[d]; u != nil {
		return u
	}
	u := c.older[d]
	if u == nil {
		u = &unit{digest: d}
	}
	if c.bytes += size; c.bytes > maxKept/2 || c.recent == nil {
		c.recent, c.older, c.bytes = map[digest]*unit{}, c.recent, size
	}
	c.recent[d] = u
	return u
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
	u := &unit{name: name, digest: digestOf("standard", name), file: file}
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
