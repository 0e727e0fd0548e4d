// Package serve lets programs in any language validate events through a socket:
// one event a line in, one verdict a line out, in the same order.
//
// Call [Listen] and then [Serve]. A client may write many events before it reads
// a verdict; who does not read verdicts is not read from either, so that neither
// side holds more than its buffers. A line that says health is answered at once
// with counts. The package neither stores nor repairs events. It has no TLS: it
// takes connections from the same machine alone.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// MaxClients bounds the connections served at once; further ones wait.
const MaxClients = 256

// Listen opens unix:PATH, for the user of this process alone, or HOST:PORT where
// HOST is a loopback address.
func Listen(address string) (net.Listener, error) {
	path, isPath := strings.CutPrefix(address, "unix:")
	if !isPath {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !at.Addr().IsLoopback() {
			return nil, fmt.Errorf("%s: want unix:PATH, 127.0.0.1:PORT or [::1]:PORT", address)
		}
		return net.Listen("tcp", address)
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// removeStale removes a socket that nobody listens at any more.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s is there and is no socket", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return fmt.Errorf("%s is served already", path)
	}
	return os.Remove(path)
}

// A Validator judges one event: an *envelope.Validator, by its half of the
// policy. The error of an invalid event tells its faults.
type Validator func(event []byte) error

// Serve answers connections until ctx ends, which is no error. Events of more
// than maxBytes are invalid and not held.
func Serve(ctx context.Context, l net.Listener, validate Validator, maxBytes int) error {
	s := &server{validate: validate, maxBytes: maxBytes, start: time.Now()}
	var clients sync.WaitGroup
	defer clients.Wait()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	slots := make(chan struct{}, MaxClients)
	for {
		slots <- struct{}{}
		conn, err := l.Accept()
		if ctx.Err() != nil {
			if conn != nil {
				conn.Close()
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		clients.Go(func() {
			defer func() { <-slots }()
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			s.client(conn)
		})
	}
}

type server struct {
	validate Validator
	maxBytes int
	start    time.Time

	clients, events, invalid atomic.Int64
}
