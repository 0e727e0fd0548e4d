package serve_test

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/envelope/serve"
)

func frame(event string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(event)))) + event
}

// framed reads a verdict behind its length.
func framed(t *testing.T, r io.Reader) string {
	t.Helper()
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, binary.BigEndian.Uint32(head[:]))
	if _, err := io.ReadFull(r, text); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFrames(t *testing.T) {
	const limit = 100_000 // more than is read at once
	conn, r := dial(t, served(t, "127.0.0.1:0", limit))
	long := strings.Replace(event, `"r"`, `"`+strings.Repeat("r", 80_000)+`"`, 1)
	for _, test := range []struct{ in, want string }{
		{event, ""},
		{strings.ReplaceAll(event, ",", ",\n"), ""}, // a break within an event
		{long, ""},
		{strings.Replace(event, "7}", `"7"}`, 1), `{"valid":false,"faults":[{"rule":"envelope/payload-valid","pointer":"/payload/weight",`},
		{"", `{"valid":false,"faults":[{"rule":"envelope/event-json",`},
		{event + "\n" + event, `{"valid":false,"faults":[{"rule":"envelope/event-json",`},
		{strings.Repeat("[", limit+1), `{"valid":false,"faults":[{"rule":"envelope/event-size","pointer":"","offset":0,"message":"the event has 100001 bytes`},
		{"health", `{"health":"ok","events":7,"invalid":4,"clients":1,`},
	} {
		if _, err := io.WriteString(conn, frame(test.in)); err != nil {
			t.Fatal(err)
		}
		got := framed(t, r)
		if !strings.HasPrefix(got, test.want) || (test.want == "") != (got == "") || got != "" && !json.Valid([]byte(got)) {
			t.Errorf("%.40q: got %s, want %s", test.in, got, test.want)
		}
	}
	batch := strings.Repeat(frame(event), 1000)
	go io.WriteString(conn, batch)
	for range 1000 {
		if got := framed(t, r); got != "" {
			t.Fatal(got)
		}
	}
}

func TestVerdictsAreBounded(t *testing.T) {
	conn, r := dial(t, served(t, "127.0.0.1:0", 100_000))
	members := strings.Builder{}
	for range 500 {
		members.WriteString(`"x` + strings.Repeat("y", members.Len()%97) + string(rune('a'+members.Len()%26)) + `":0,`)
	}
	io.WriteString(conn, strings.Replace(event, `"weight"`, members.String()+`"weight"`, 1)+"\n")
	got := answer(t, r)
	var v serve.Verdict
	if err := json.Unmarshal([]byte(got), &v); err != nil || v.Valid || len(v.Faults) > 20 || len(got) > 20_000 {
		t.Errorf("%v: %d faults in %d bytes", err, len(v.Faults), len(got))
	}
}

// gone reports whether the server has ended the connection within a second.
func gone(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(time.Second))
	_, err := io.Copy(io.Discard, conn)
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// However steadily the bytes of an event come, they must come in time.
func TestSlowClientsAreLetGo(t *testing.T) {
	o := serve.Options{Patience: 200 * time.Millisecond, Idle: 400 * time.Millisecond}
	at, _ := started(t, "127.0.0.1:0", o)
	for _, begin := range []string{"", event + "\n", "\x00\x00\x01\x00"} {
		conn, r := dial(t, at)
		io.WriteString(conn, begin)
		if strings.HasPrefix(begin, "{") {
			answer(t, r)
		}
		start := time.Now()
		for range 200 { // at ten milliseconds each
			if _, err := io.WriteString(conn, "["); err != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(start); !gone(conn) || took < o.Patience || took > 5*o.Patience {
			t.Errorf("after %q, a byte at a time was taken for %v", begin, took)
		}
	}
	idle, _ := dial(t, at)
	start := time.Now()
	if !gone(idle) || time.Since(start) < o.Idle {
		t.Errorf("an idle client was let go after %v", time.Since(start))
	}
	busy, r := dial(t, at)
	for range 6 { // longer than either, but quick enough
		time.Sleep(o.Patience / 2)
		io.WriteString(busy, event+"\n")
		answer(t, r)
	}
}

func TestClientsThatTakeNoVerdictsAreLetGo(t *testing.T) {
	at, _ := started(t, "127.0.0.1:0", serve.Options{Patience: 200 * time.Millisecond})
	conn, _ := dial(t, at)
	batch := strings.Repeat(event+"\n", 100)
	for range 10_000 {
		if _, err := io.WriteString(conn, batch); err != nil {
			return
		}
	}
	t.Error("a client that takes no verdicts is still read from")
}

func TestClientsWaitForASlot(t *testing.T) {
	at, _ := started(t, "127.0.0.1:0", serve.Options{MaxClients: 1})
	first, r := dial(t, at)
	io.WriteString(first, "health\n")
	answer(t, r)
	second, r2 := dial(t, at)
	io.WriteString(second, "health\n")
	second.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if _, err := r2.ReadByte(); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("two clients at once: %v", err)
	}
	first.Close()
	second.SetReadDeadline(time.Now().Add(time.Minute))
	if got := answer(t, r2); !strings.Contains(got, `"clients":1,`) {
		t.Error(got)
	}
}

// What clients have sent is answered before the server ends.
func TestEndingIsGraceful(t *testing.T) {
	at, end := started(t, "127.0.0.1:0", serve.Options{})
	conn, r := dial(t, at)
	idle, _ := dial(t, at)
	io.WriteString(conn, event+"\n")
	answer(t, r)
	const events = 5000
	sent := make(chan error)
	go func() {
		_, err := io.WriteString(conn, strings.Repeat(event+"\n", events))
		sent <- err
	}()
	end()
	for range events {
		if got := answer(t, r); got != `{"valid":true}` {
			t.Fatal(got)
		}
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	if !gone(conn) || !gone(idle) {
		t.Error("connections stay open")
	}
	if conn, err := net.Dial(at.Network(), at.String()); err == nil {
		conn.Close()
		t.Error("a new client is taken")
	}
}

// One that goes on sending is cut off when the grace ends.
func TestGraceEnds(t *testing.T) {
	at, end := started(t, "127.0.0.1:0", serve.Options{Grace: 300 * time.Millisecond})
	conn, r := dial(t, at)
	go io.Copy(io.Discard, r)
	time.AfterFunc(50*time.Millisecond, end)
	start := time.Now()
	for time.Since(start) < 10*time.Second {
		if _, err := io.WriteString(conn, event+"\n"); err != nil {
			return
		}
	}
	t.Error("the server does not end")
}
