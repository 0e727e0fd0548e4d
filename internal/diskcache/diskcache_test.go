package diskcache

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestPutThenGet(t *testing.T) {
	dir := t.TempDir()
	k := KeyOf([]byte("a"), []byte("b"))
	if _, ok := Open(dir, 1<<20).Get(k); ok {
		t.Error("an empty cache has an answer")
	}
	Open(dir, 1<<20).Put(k, []byte("answer"))
	if got, ok := Open(dir, 1<<20).Get(k); !ok || string(got) != "answer" {
		t.Errorf("got %q, %v", got, ok)
	}
	if k == KeyOf([]byte("ab")) || k == KeyOf([]byte("ab"), nil) {
		t.Error("where a part ends does not matter")
	}
	var none *Cache
	none.Put(k, []byte("x"))
	if _, ok := none.Get(k); ok {
		t.Error("no cache has an answer")
	}
}

func TestDamagedEntriesAreAbsent(t *testing.T) {
	c, k := Open(t.TempDir(), 1<<20), KeyOf([]byte("q"))
	for name, damage := range map[string]func([]byte) []byte{
		"cut short": func(b []byte) []byte { return b[:len(b)-1] },
		"empty":     func([]byte) []byte { return nil },
		"changed":   func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
	} {
		c.Put(k, []byte("answer"))
		raw, err := os.ReadFile(c.file(k))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(c.file(k), damage(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get(k); ok {
			t.Errorf("%s: got %q", name, got)
		}
	}
	other := KeyOf([]byte("other"))
	c.Put(k, []byte("answer"))
	if err := os.MkdirAll(filepath.Dir(c.file(other)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(c.file(k), c.file(other)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get(other); ok {
		t.Error("an entry answers another question")
	}
}

func TestTheOldestGoFirst(t *testing.T) {
	dir := t.TempDir()
	old, recent := KeyOf([]byte("old")), KeyOf([]byte("recent"))
	c := Open(dir, 1000)
	c.Put(old, bytes.Repeat([]byte("x"), 600))
	c.Put(recent, bytes.Repeat([]byte("y"), 600))
	long := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(c.file(old), long, long); err != nil {
		t.Fatal(err)
	}
	Open(dir, 1000).Put(KeyOf([]byte("new")), []byte("z"))
	if _, ok := c.Get(old); ok {
		t.Error("the oldest entry is there beyond the limit")
	}
	if _, ok := c.Get(recent); !ok {
		t.Error("an entry within the limit is gone")
	}
}

func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	k := KeyOf([]byte("q"))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			c := Open(dir, 100) // trims all the time
			for range 50 {
				c.Put(k, []byte("answer"))
				if got, ok := c.Get(k); ok && string(got) != "answer" {
					t.Errorf("got %q", got)
				}
				c.shrink()
			}
		})
	}
	group.Wait()
}
