package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/evctl/evctl/ci"
)

// progressOf shows on a terminal how far a validation came. Call tell with what
// is known, and done at the end.
func (a *app) progressOf(what string) (tell func(ci.Progress), done func()) {
	var last atomic.Pointer[ci.Progress]
	done = a.showing(func(elapsed time.Duration) string {
		if p := last.Load(); p != nil {
			return what + progressText(*p, elapsed)
		}
		return what
	})
	return func(p ci.Progress) { last.Store(&p) }, done
}

func progressText(p ci.Progress, elapsed time.Duration) string {
	seconds := elapsed.Seconds()
	text := fmt.Sprintf(" %s, %d events (%.0f/s), %d invalid", bytesText(p.Bytes), p.Events, float64(p.Events)/seconds, p.Invalid)
	if p.Size > 0 && p.Bytes > 0 {
		read := min(p.Bytes, p.Size) // a file may grow
		left := seconds * float64(p.Size-read) / float64(read)
		text += fmt.Sprintf(", %d %%, %s left", 100*read/p.Size, (time.Duration(left) * time.Second).String())
	}
	return text
}

func bytesText(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
