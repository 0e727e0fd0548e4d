// Package diskcache keeps answers on disk under a hash of all that they depend
// on, so that the same question need not be worked out again by the next run.
//
// Call [Open], make a [Key] of the question, and [Cache.Get] or [Cache.Put] the
// answer. A nil *Cache is one that holds nothing. Several processes may use one
// folder: entries are written whole, and what is damaged or cut short counts as
// absent. The entries not used for longest go once all together pass the limit.
// The cache is never needed: its errors are not told.
package diskcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A Cache is a folder of entries.
type Cache struct {
	dir   string
	limit int64 // bytes of all entries
	trim  sync.Once
}

// Open returns the cache in the folder, which is made once it is needed, for
// entries of limit bytes together.
func Open(dir string, limit int64) *Cache { return &Cache{dir: dir, limit: limit} }

// A Key identifies a question.
type Key [sha256.Size]byte

// KeyOf hashes the parts of a question; where one ends matters.
func KeyOf(parts ...[]byte) (k Key) {
	h := sha256.New()
	var size [8]byte
	for _, part := range parts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write(part)
	}
	h.Sum(k[:0])
	return k
}

// fresh is how long a use is not noted again: noting it is a write.
const fresh = time.Hour

// Get returns the answer to a question, if it is known.
func (c *Cache) Get(k Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	file := c.file(k)
	raw, err := os.ReadFile(file)
	if err != nil || len(raw) < sha256.Size {
		return nil, false
	}
	answer := raw[sha256.Size:]
	if sum := sealOf(k, answer); !bytes.Equal(sum[:], raw[:sha256.Size]) {
		os.Remove(file)
		return nil, false
	}
	if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > fresh {
		now := time.Now()
		os.Chtimes(file, now, now) // the age that trimming goes by
	}
	return answer, true
}

// Put keeps an answer. The first one of a process also looks whether the cache
// has grown too large.
func (c *Cache) Put(k Key, answer []byte) {
	if c == nil {
		return
	}
	file := c.file(k)
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	c.trim.Do(c.shrink)
	seal := sealOf(k, answer)
	tmp, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(append(seal[:], answer...))
	if closed := tmp.Close(); err == nil { // no sync: an entry that a crash damages is not read
		err = closed
	}
	if err != nil || os.Rename(tmp.Name(), file) != nil {
		os.Remove(tmp.Name())
	}
}

// sealOf tells an answer from one that is damaged, or belongs to another key.
func sealOf(k Key, answer []byte) Key { return KeyOf(k[:], answer) }

func (c *Cache) file(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// shrink removes the oldest entries until a quarter of the limit is free again.
func (c *Cache) shrink() {
	type entry struct {
		file string
		size int64
		used time.Time
	}
	var entries []entry
	var total int64
	filepath.WalkDir(c.dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // another process may be trimming, too
		}
		if info, err := d.Info(); err == nil {
			entries = append(entries, entry{file, info.Size(), info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	if total <= c.limit {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range entries {
		if total <= c.limit-c.limit/4 {
			return
		}
		if os.Remove(e.file) == nil {
			total -= e.size
		}
	}
}
