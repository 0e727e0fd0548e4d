// Package clients runs the clients of examples/clients against evctl validate
// --serve, and measures them.
package clients

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

const examples = "../../examples/clients"

const config = "version: 1\nregistry: {name: events, dir: schemas}\n"

const schema = `{"type": "object", "properties": {"order_id": {"type": "string", "maxLength": 64}, "amount_minor": {"type": "integer", "minimum": 0},
	"currency": {"type": "string", "pattern": "^[A-Z]{3}$"}}, "required": ["order_id", "amount_minor", "currency"]}`

// serving starts evctl and returns the path of its socket.
func serving(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "evctl-clients-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, text := range map[string]string{"evctl.yaml": config, "schemas/events/order.paid/1.json": schema} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "evctl"), "./cmd/evctl")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build evctl: %v\n%s", err, out)
	}
	server := exec.Command(filepath.Join(dir, "evctl"), "validate", "--serve", "unix:s")
	server.Dir = dir
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(syscall.SIGTERM)
		if err := server.Wait(); err != nil {
			t.Errorf("evctl: %v", err)
		}
	})
	socket := filepath.Join(dir, "s")
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(socket); err == nil {
			return socket
		}
		if time.Now().After(deadline) {
			t.Fatal("evctl does not serve")
		}
	}
}

// events writes so many events of some 560 bytes, one a line, and returns the
// file. Each seventh is invalid if bad is set.
func events(t testing.TB, n int, bad bool) string {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		amount := strconv.Itoa(i)
		if bad && i%7 == 0 {
			amount = `"` + amount + `"`
		}
		fmt.Fprintf(&b, `{"event_id":"01938c22-10aa-7c43-9b1e-%012x","event_type":"order.paid","schema_version":1,"schema_ref":"events/order.paid@1",`+
			`"aggregate_type":"order","aggregate_id":"o_%d","aggregate_version":1,"writer_epoch":1,"origin_region":"eu-west-1",`+
			`"occurred_at":"2026-03-01T09:30:00.125Z","producer":"order-service","correlation_id":"req_%d",`+
			`"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","payload":{"order_id":"o_%d","amount_minor":%s,"currency":"EUR"}}`+"\n",
			i, i, i, i, amount)
	}
	file := filepath.Join(t.TempDir(), "events.ndjson")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A language makes the command that runs the client, without its arguments:
// socket, file, turns.
type language struct {
	name    string
	command func(t testing.TB) []string
}

var languages = []language{{"python", python}, {"java", java}, {"typescript", typescript}}

func needs(t testing.TB, program, install string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed: apt-get install %s", program, install)
	}
}

func python(t testing.TB) []string {
	needs(t, "python3", "python3")
	return []string{"python3", "testdata/ask.py", examples}
}

func java(t testing.TB) []string {
	needs(t, "javac", "default-jdk-headless")
	dir := t.TempDir()
	if out, err := exec.Command("javac", "-Xlint:all", "-Werror", "-d", dir, examples+"/Client.java", "testdata/Ask.java").CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	return []string{"java", "-cp", dir, "Ask"}
}

func typescript(t testing.TB) []string {
	needs(t, "node", "nodejs")
	dir := t.TempDir()
	for from, to := range map[string]string{examples + "/client.ts": "client.mjs", "testdata/ask.ts": "ask.mjs"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		stripped := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatESModule, Target: api.ES2022})
		if len(stripped.Errors)+len(stripped.Warnings) > 0 {
			t.Fatalf("%s: %v %v", from, stripped.Errors, stripped.Warnings)
		}
		if err := os.WriteFile(filepath.Join(dir, to), stripped.Code, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return []string{"node", filepath.Join(dir, "ask.mjs")}
}

// ask runs a client; it returns what it found invalid, and how long it took.
func ask(t testing.TB, command []string, socket, file string, turns int) (invalid []string, took time.Duration) {
	t.Helper()
	command = append(slices.Clip(command), socket, file, strconv.Itoa(turns))
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, out, &said)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := len(lines) - 1
	seconds, err := strconv.ParseFloat(strings.TrimPrefix(lines[last], "seconds "), 64)
	if err != nil {
		t.Fatal(err)
	}
	return lines[:last], time.Duration(seconds * float64(time.Second))
}

func TestClients(t *testing.T) {
	socket, file := serving(t), events(t, 2000, true)
	var want []string
	for i := 0; i < 2000; i += 7 {
		want = append(want, fmt.Sprint(i+1, " envelope/payload-valid"))
	}
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			if got, _ := ask(t, l.command(t), socket, file, 2); !slices.Equal(got, want) {
				t.Errorf("got %d invalid events, want %d: %q", len(got), len(want), got)
			}
		})
	}
}

// A client and the server share the processors.
func BenchmarkClients(b *testing.B) {
	const lines = 20_000
	socket, file := serving(b), events(b, lines, false)
	for _, l := range languages {
		b.Run(l.name, func(b *testing.B) {
			command := l.command(b)
			b.ResetTimer()
			invalid, took := ask(b, command, socket, file, b.N)
			if len(invalid) > 0 {
				b.Fatalf("%d events are invalid: %s", len(invalid), invalid[0])
			}
			b.ReportMetric(lines*float64(b.N)/took.Seconds(), "events/s")
		})
	}
}
