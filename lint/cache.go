package lint

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evctl/evctl/internal/atomicfile"
	"github.com/evctl/evctl/lint/effects"
)

// A cache keeps what packages do, one file a package and state of it. It may be
// emptied at any time; what cannot be read is worked out again.
type cache struct {
	dir string // empty: nothing is kept

	mu   sync.Mutex
	held []*effects.Package
}

// openCache returns the cache of this user, or one that keeps nothing.
func openCache() *cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return &cache{}
	}
	return &cache{dir: filepath.Join(dir, "evctl", "lint")}
}

func (c *cache) file(key string) string { return filepath.Join(c.dir, key[:2], key[2:]) }

// get holds what is known of a package. It reports whether there is anything.
func (c *cache) get(_, key string) bool {
	if c.dir == "" {
		return false
	}
	text, err := os.ReadFile(c.file(key))
	if err != nil {
		return false
	}
	p := &effects.Package{}
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(p); err != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(c.file(key), now, now) // so that it is not swept
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = append(c.held, p)
	return true
}

// put keeps what a package does. That it cannot is no error: a run without a
// cache is only slower.
func (c *cache) put(key string, p *effects.Package) {
	c.mu.Lock()
	c.held = append(c.held, p)
	c.mu.Unlock()
	if c.dir == "" || key == "" {
		return
	}
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(p); err != nil {
		return
	}
	if err := os.MkdirAll(filepath.Dir(c.file(key)), 0o755); err == nil {
		_ = atomicfile.Write(c.file(key), text.Bytes(), 0o644)
	}
}

// packages returns all that was got and put, sorted.
func (c *cache) packages() []*effects.Package {
	slices.SortFunc(c.held, func(a, b *effects.Package) int { return strings.Compare(a.Path, b.Path) })
	return c.held
}

// maxAge is how long a file stays that nobody asks for.
const maxAge = 14 * 24 * time.Hour

// sweep removes old files, at most once a day.
func (c *cache) sweep() {
	if c.dir == "" {
		return
	}
	mark := filepath.Join(c.dir, "swept")
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < 24*time.Hour {
		return
	}
	files, _ := filepath.Glob(filepath.Join(c.dir, "??", "*"))
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > maxAge {
			_ = os.Remove(file)
		}
	}
	_ = os.WriteFile(mark, nil, 0o644)
}

// salt stands for all that the summaries depend on besides the code.
func (o Options) salt() string {
	h := sha256.New()
	fmt.Fprintln(h, runtime.Version(), o.Root, o.Tags, o.FirstParty, o.Sinks, os.Getenv("GOOS"), os.Getenv("GOARCH"), os.Getenv("GOFLAGS"))
	if exe, err := os.Executable(); err == nil {
		if info, err := os.Stat(exe); err == nil {
			fmt.Fprintln(h, info.Size(), info.ModTime().UnixNano())
		}
	}
	return string(h.Sum(nil))
}
