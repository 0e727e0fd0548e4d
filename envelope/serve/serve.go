// Package serve lets programs in any language validate events through a socket:
// events in, verdicts out, in the same order.
//
// Call [Listen] and then [Serve]. A client speaks one of two ways, which the
// first byte that it sends tells apart:
//
//   - Lines: one event a line, one verdict a line, see [Verdict].
//   - Frames: four bytes of length, big-endian, before each event and before each
//     verdict. A verdict of length 0 says valid. The first frame is shorter than
//     16 MiB, so that it begins with a zero byte, as no line of JSON does.
//
// The event health, that word alone, is answered with [Health]. A client may send
// many events before it takes a verdict; who does not take verdicts is not read
// from, so that neither side holds more than its buffers. Whoever sends no more
// than 64 KiB before taking their verdicts never waits for itself.
//
// A client that is idle, slow within an event, or slow to take verdicts is let
// go, see [Options]. On a Unix socket the kernel tells who a client is; on TCP
// from other machines certificates do. The package neither stores nor repairs
// events.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evctl/evctl/envelope"
)

// Options say who may ask and how much. The zero value has the defaults.
type Options struct {
	MaxBytes   int           // of an event; a larger one is invalid and not held. Default envelope.DefaultMaxBytes
	MaxClients int           // connections served at once; further ones wait. Default 256
	Idle       time.Duration // that a client may send nothing between events. Default 10 minutes
	Patience   time.Duration // for an event to come whole, for verdicts to be taken, for TLS to be agreed on. Default 30 seconds
	Grace      time.Duration // for clients to send what they have begun, once the server is to end. Default 5 seconds
	// Users are ids of users that may connect to a Unix socket, besides the one
	// of this process. It takes Linux.
	Users []int
	// TLS, if set, is spoken on TCP. One that requires and verifies certificates
	// of clients lets other machines connect.
	TLS *tls.Config
}

func (o Options) withDefaults() Options {
	for _, n := range []struct {
		value *int
		unset int
	}{{&o.MaxBytes, envelope.DefaultMaxBytes}, {&o.MaxClients, 256}} {
		if *n.value <= 0 {
			*n.value = n.unset
		}
	}
	for _, d := range []struct {
		value *time.Duration
		unset time.Duration
	}{{&o.Idle, 10 * time.Minute}, {&o.Patience, 30 * time.Second}, {&o.Grace, 5 * time.Second}} {
		if *d.value <= 0 {
			*d.value = d.unset
		}
	}
	return o
}

// A Validator judges one event: an *envelope.Validator, by its half of the
// policy. The error of an invalid event tells its faults. Events are valid until
// it returns.
type Validator func(event []byte) error

// Serve answers connections until ctx ends, which is no error: it then takes no
// new ones, answers what the others have sent, and closes them within the grace.
func Serve(ctx context.Context, l net.Listener, validate Validator, o Options) error {
	s := &server{options: o.withDefaults(), validate: validate, start: time.Now()}
	var clients sync.WaitGroup
	defer clients.Wait()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	slots := make(chan struct{}, s.options.MaxClients)
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		conn, err := l.Accept()
		if ctx.Err() != nil {
			if err == nil {
				conn.Close()
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("accept: %w", err)
		}
		clients.Go(func() {
			defer func() { <-slots }()
			s.serve(ctx, conn)
		})
	}
}

type server struct {
	options  Options
	validate Validator
	start    time.Time

	clients, events, invalid atomic.Int64
}

// serve answers one connection, and closes it.
func (s *server) serve(ctx context.Context, raw net.Conn) {
	defer raw.Close()
	s.clients.Add(1)
	defer s.clients.Add(-1)
	if err := s.admit(raw); err != nil {
		raw.SetWriteDeadline(time.Now().Add(s.options.Patience))
		encode(raw, Verdict{Error: err.Error()}) // an error means that the client is gone
		return
	}
	conn := &connection{Conn: raw, options: &s.options}
	defer context.AfterFunc(ctx, conn.end)()
	s.client(conn)
}

// admit reports why a client may not ask.
func (s *server) admit(raw net.Conn) error {
	switch conn := raw.(type) {
	case *tls.Conn:
		ctx, cancel := context.WithTimeout(context.Background(), s.options.Patience)
		defer cancel()
		return conn.HandshakeContext(ctx)
	case *net.UnixConn:
		if len(s.options.Users) == 0 {
			return nil // the file's mode tells who may
		}
		user, err := peer(conn)
		if err != nil {
			return err
		}
		if user != self() && !slices.Contains(s.options.Users, user) {
			return fmt.Errorf("user %d is not one of those that may ask", user)
		}
	}
	return nil
}

// errPeers is what Listen says where nobody tells who a client is.
var errPeers = errors.New("allowing users by their ids takes Linux")
