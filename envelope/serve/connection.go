package serve

import (
	"net"
	"sync"
	"time"
)

// quiet is how long a client says nothing, once the server is to end, before it
// counts as having said all.
const quiet = 100 * time.Millisecond

// A connection lets go of a client that is slower than the options allow. It is
// read and written by one goroutine.
type connection struct {
	net.Conn
	options *Options
	inside  bool      // an event has begun
	began   time.Time // when
	arrived time.Time // when the last bytes came

	mu    sync.Mutex
	until time.Time // set once the server is to end
}

// next notes that the reader turns to the next event, of which a part may have
// come already.
func (c *connection) next(part bool) { c.inside, c.began = part, c.arrived }

// Read fails when the event that has begun takes too long, however steadily its
// bytes come, or none begins in time.
func (c *connection) Read(p []byte) (int, error) {
	deadline := time.Now().Add(c.options.Idle)
	if c.inside {
		deadline = c.began.Add(c.options.Patience)
	}
	c.mu.Lock()
	if !c.until.IsZero() {
		deadline = earlier(time.Now().Add(quiet), c.until)
	}
	c.SetReadDeadline(deadline)
	c.mu.Unlock()
	n, err := c.Conn.Read(p)
	c.arrived = time.Now()
	if !c.inside {
		c.next(true)
	}
	return n, err
}

// Write fails when the client does not take verdicts in time.
func (c *connection) Write(p []byte) (int, error) {
	deadline := time.Now().Add(c.options.Patience)
	c.mu.Lock()
	if !c.until.IsZero() {
		deadline = earlier(deadline, c.until)
	}
	c.SetWriteDeadline(deadline)
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// end has the connection fail when the client says no more, at the end of the
// grace at the latest.
func (c *connection) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Now().Add(c.options.Grace)
	c.SetReadDeadline(earlier(time.Now().Add(quiet), c.until))
	c.SetWriteDeadline(c.until)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
