package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/twmb/franz-go/pkg/sr"
	"github.com/twmb/franz-go/pkg/sr/srfake"
)

// repeat FILE N BEFORE MIDDLE AFTER writes N times BEFORE, then MIDDLE, then N
// times AFTER: deep or large texts that no script should hold. \xNN and the
// other escapes of Go strings are read.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: repeat FILE N BEFORE MIDDLE AFTER")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var part [3]string
	for i, text := range args[2:] {
		part[i], err = strconv.Unquote("`" + text + "`")
		if strings.Contains(text, `\`) {
			part[i], err = strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		}
		ts.Check(err)
	}
	text := strings.Repeat(part[0], n) + part[1] + strings.Repeat(part[2], n)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// serve SUBJECT FILE… starts a Confluent-compatible registry with the versions
// of one Avro subject, and sets REGISTRY to its address.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: serve SUBJECT FILE…")
	}
	fake := srfake.New(srfake.WithGlobalCompat(sr.CompatFullTransitive))
	for i, file := range args[1:] {
		fake.SeedSchema(args[0], i+1, i+1, sr.Schema{Schema: ts.ReadFile(file), Type: sr.TypeAvro})
	}
	ts.Defer(fake.Close)
	ts.Setenv("REGISTRY", fake.URL())
}

// registry BEHAVIOUR starts a server that behaves badly and sets REGISTRY to
// its address: html, empty, hang, down, or the number of a status.
func registry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: registry html|empty|hang|down|STATUS")
	}
	stop := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch args[0] {
		case "html":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>Sign in</title>")
		case "empty":
		case "hang":
			select {
			case <-stop:
			case <-r.Context().Done():
			}
		default:
			status, _ := strconv.Atoi(args[0])
			http.Error(w, `{"error_code":`+args[0]+`,"message":"no"}`, status)
		}
	}))
	if args[0] == "down" {
		server.Close()
	}
	ts.Defer(func() {
		close(stop)
		server.CloseClientConnections()
		server.Close()
	})
	ts.Setenv("REGISTRY", server.URL)
}
