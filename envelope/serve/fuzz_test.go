package serve_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"github.com/evctl/evctl/envelope/serve"
)

// one is a listener that one client has connected to.
type one struct {
	conn   chan net.Conn
	closed chan struct{}
}

func (l *one) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conn:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *one) Close() error {
	close(l.closed)
	return nil
}

func (l *one) Addr() net.Addr { return &net.UnixAddr{} }

// Whatever a client sends is answered in the way that it speaks, and the
// connection ends with it.
func FuzzClient(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "{}\n{}", "health\r\n", event + "\n", "\x00", "\x00\x00\x00", "\x00\x00\x00\x00", "\x00\x00\x00\x02{}\x00\x00\x00\x06health",
		"\x00\x00\x00\xff[", "\x00\x00\x00\x01[\xff\xff\xff\xff[", "\x00\x01\x00\x00" + event,
	} {
		f.Add([]byte(seed))
	}
	fault := errors.New("a fault")
	f.Fuzz(func(t *testing.T, sent []byte) {
		server, client := net.Pipe()
		defer client.Close()
		client.SetDeadline(time.Now().Add(10 * time.Second))
		l := &one{conn: make(chan net.Conn, 1), closed: make(chan struct{})}
		l.conn <- halfClosed{server, bytes.NewReader(sent)}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error)
		go func() {
			ended <- serve.Serve(ctx, l, func(text []byte) error {
				if len(text)%2 > 0 {
					return fault
				}
				return nil
			}, serve.Options{MaxBytes: 100})
		}()
		said, err := io.ReadAll(client)
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		answersAre(t, said, len(sent) > 0 && sent[0] == 0)
	})
}

// halfClosed is a connection whose client has sent all.
type halfClosed struct {
	net.Conn
	sent io.Reader
}

func (c halfClosed) Read(p []byte) (int, error) { return c.sent.Read(p) }

func answersAre(t *testing.T, said []byte, framed bool) {
	t.Helper()
	for len(said) > 0 {
		var answer []byte
		if framed {
			if len(said) < 4 || len(said) < 4+int(binary.BigEndian.Uint32(said)) {
				t.Fatalf("a frame is cut short: %q", said)
			}
			size := 4 + int(binary.BigEndian.Uint32(said))
			answer, said = said[4:size], said[size:]
			if len(answer) == 0 {
				continue
			}
		} else {
			end := bytes.IndexByte(said, '\n')
			if end < 0 {
				t.Fatalf("a line is cut short: %q", said)
			}
			answer, said = said[:end], said[end+1:]
		}
		if !json.Valid(answer) {
			t.Fatalf("no JSON: %q", answer)
		}
	}
}
