package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/serve"
)

const event = `{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"parcel.shipped","schema_version":1,"schema_ref":"events/parcel.shipped@1",` +
	`"aggregate_type":"parcel","aggregate_id":"p_1","aggregate_version":1,"writer_epoch":1,"origin_region":"eu-west-1",` +
	`"occurred_at":"2026-03-01T09:30:00.125Z","producer":"parcel-service","correlation_id":"r","payload":{"weight":7}}`

// served starts a server and returns where.
func served(t testing.TB, address string, maxBytes int) net.Addr {
	at, _ := started(t, address, serve.Options{MaxBytes: maxBytes})
	return at
}

// started starts a server and returns where, and what ends it.
func started(t testing.TB, address string, o serve.Options) (net.Addr, context.CancelFunc) {
	t.Helper()
	source, err := envelope.FromFS(fstest.MapFS{"events/parcel.shipped/1.json": {Data: []byte(`{"type":"object","properties":{"weight":{"type":"integer"}}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(context.Background(), source, envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := serve.Listen(address, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- serve.Serve(ctx, l, v.Validate, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr(), cancel
}

func dial(t testing.TB, at net.Addr) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial(at.Network(), at.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	return conn, bufio.NewReader(conn)
}

func answer(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

func TestVerdictsComeInOrder(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "unix:" + filepath.Join(t.TempDir(), "s")} {
		conn, r := dial(t, served(t, address, 2000))
		for _, test := range []struct{ in, want string }{
			{event + "\n", `{"valid":true}`},
			{event + "\r\n", `{"valid":true}`},
			{strings.Replace(event, "7}", `"7"}`, 1) + "\n", `{"valid":false,"faults":[{"rule":"envelope/payload-valid","pointer":"/payload/weight",`},
			{"\n", `{"valid":false,"faults":[{"rule":"envelope/event-json",`},
			{"{\n", `{"valid":false,"faults":[{"rule":"envelope/event-json",`},
			{strings.Repeat("[", 200_000) + "\n", `{"valid":false,"faults":[{"rule":"envelope/event-size","pointer":"","offset":0,"message":"the event has 20000`},
			{event + "\n", `{"valid":true}`},
			{"health\n", `{"health":"ok","events":7,"invalid":4,"clients":1,`},
		} {
			if _, err := conn.Write([]byte(test.in)); err != nil {
				t.Fatal(err)
			}
			got := answer(t, r)
			if !strings.HasPrefix(got, test.want) || !json.Valid([]byte(got)) {
				t.Errorf("%s: %.40q: got %s, want %s", address, test.in, got, test.want)
			}
		}
	}
}

func TestBatchesOfManyClients(t *testing.T) {
	at := served(t, "127.0.0.1:0", 2000)
	done := make(chan error)
	for client := range 8 {
		conn, r := dial(t, at)
		go func() {
			var batch bytes.Buffer
			for i := range 2000 {
				if i%(client+2) == 0 {
					batch.WriteString("{}\n")
				} else {
					batch.WriteString(event + "\n")
				}
			}
			go conn.Write(batch.Bytes())
			for i := range 2000 {
				line, err := r.ReadString('\n')
				if valid := strings.HasPrefix(line, `{"valid":true}`); err != nil || valid != (i%(client+2) != 0) {
					done <- fmt.Errorf("client %d: verdict %d is %s %v", client, i, line, err)
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// Who reads no verdicts is not read from: writing blocks, and goes on later.
func TestBackPressure(t *testing.T) {
	conn, r := dial(t, served(t, "unix:"+filepath.Join(t.TempDir(), "s"), 2000))
	line, written := []byte(event+"\n"), 0
	conn.SetWriteDeadline(time.Now().Add(500 * time.Millisecond))
	for conn != nil {
		n, err := conn.Write(line)
		written += n
		if err != nil {
			break
		}
		if written > 64<<20 {
			t.Fatal("64 MiB were taken without a verdict being read")
		}
	}
	for range written / len(line) {
		if got := answer(t, r); got != `{"valid":true}` {
			t.Fatal(got)
		}
	}
}

func TestListen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"0.0.0.0:0", "10.1.2.3:80", "localhost", ":80", "unix:" + file, "unix:" + filepath.Join(dir, "no", "s")} {
		if l, err := serve.Listen(address, serve.Options{}); err == nil {
			l.Close()
			t.Errorf("listens at %s", address)
		}
	}
	path := filepath.Join(dir, "s")
	served(t, "unix:"+path, 100)
	if _, err := serve.Listen("unix:"+path, serve.Options{}); err == nil || !strings.Contains(err.Error(), "served already") {
		t.Errorf("got %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
	stale := filepath.Join(dir, "stale")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	served(t, "unix:"+stale, 100)
}

func BenchmarkServe(b *testing.B) {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(event)))
	for _, way := range []struct {
		name, event string
		answer      int // bytes
	}{
		{"lines", event + "\n", len("{\"valid\":true}\n")},
		{"frames", string(head) + event, 4},
	} {
		b.Run(way.name, func(b *testing.B) {
			conn, r := dial(b, served(b, "unix:"+filepath.Join(b.TempDir(), "s"), 2000))
			batch := []byte(strings.Repeat(way.event, 100))
			b.SetBytes(int64(len(batch)))
			b.ResetTimer()
			go func() {
				for range b.N {
					conn.Write(batch)
				}
			}()
			if _, err := io.CopyN(io.Discard, r, int64(100*b.N*way.answer)); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(100*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
