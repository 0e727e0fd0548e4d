package confluent

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// fake is a registry of answers by "METHOD path" with the path as it was sent,
// and a log of what was asked.
type fake struct {
	*httptest.Server
	answers map[string]string

	mu    sync.Mutex
	asked []string
	body  string
}

func newFake(t *testing.T, answers map[string]string) *fake {
	f := &fake{answers: answers}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	question := req.Method + " " + req.URL.EscapedPath()
	body, _ := io.ReadAll(req.Body)
	f.mu.Lock()
	f.asked = append(f.asked, question)
	f.body = string(body)
	f.mu.Unlock()
	w.Header().Set("Content-Type", "application/vnd.schemaregistry.v1+json")
	answer, ok := f.answers[question]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		answer = `{"error_code":40401,"message":"Subject not found."}`
	}
	if status, text, ok := strings.Cut(answer, "|"); ok {
		var code int
		fmt.Sscan(status, &code)
		w.WriteHeader(code)
		answer = text
	}
	io.WriteString(w, answer)
}

func open(t *testing.T, c Config) *Registry {
	t.Helper()
	r, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func version(subject string, number int, more string) string {
	return fmt.Sprintf(`{"subject":%q,"version":%d,"id":7%s}`, subject, number, more)
}

func TestSource(t *testing.T) {
	f := newFake(t, map[string]string{
		"GET /subjects":                         `["b-value","a-value","a-key",""]`,
		"GET /subjects/a-value/versions":        `[2,1]`,
		"GET /subjects/a-value/versions/1":      version("a-value", 1, `,"schema":"\"string\""`),
		"GET /subjects/a-value/versions/2":      version("a-value", 2, `,"schemaType":"JSON","schema":"{}","references":[{"name":"money.json","subject":"money-value","version":3}]`),
		"GET /subjects/a-value/versions/latest": version("a-value", 2, `,"schemaType":"JSON","schema":"{}"`),
		"GET /subjects/money-value/versions/3":  version("money-value", 3, `,"schemaType":"JSON","schema":"true","references":[{"name":"unit.json","subject":"unit","version":-1}]`),
		"GET /subjects/unit/versions/latest":    version("unit", 5, `,"schemaType":"JSON","schema":"false"`),
		"GET /subjects/b-value/versions":        `[1]`,
		"GET /subjects/b-value/versions/1":      version("b-value", 1, `,"schemaType":"THRIFT","schema":"struct"`),
	})
	r := open(t, Config{URLs: []string{f.URL}, Name: "events", SubjectTemplate: "{subject}-value"})
	subjects, err := r.Subjects(t.Context())
	if err != nil || !slices.Equal(subjects, []string{"a", "b"}) {
		t.Fatalf("got %v, %v", subjects, err)
	}
	versions, err := r.Versions(t.Context(), "a")
	if err != nil || len(versions) != 2 {
		t.Fatalf("got %v, %v", versions, err)
	}
	first, second := versions[0], versions[1]
	if first.SchemaRef.String() != "events/a@1" || first.Format != evctl.Avro || string(first.Text) != `"string"` || first.File != "a-value@1.avsc" || first.ID != 7 {
		t.Errorf("got %+v", first)
	}
	money, unit := second.Refs["money.json"], second.Refs["unit.json"]
	if money == nil || money.SchemaRef.String() != "events/money@3" || unit == nil || unit.Subject != "" || string(unit.Text) != "false" {
		t.Errorf("got references %+v", second.Refs)
	}
	if s, err := r.Get(t.Context(), evctl.SchemaRef{Registry: "events", Subject: "a"}); err != nil || s.Version != 2 {
		t.Errorf("newest: got %v, %v", s, err)
	}
	if _, err := r.Versions(t.Context(), "b"); !errors.Is(err, ErrUnknownFormat) || !strings.Contains(err.Error(), "b-value version 1 is THRIFT") {
		t.Errorf("got %v, want ErrUnknownFormat", err)
	}
	if versions, err := r.Versions(t.Context(), "unknown"); versions != nil || err != nil {
		t.Errorf("got %v, %v, want nothing", versions, err)
	}
	for _, ref := range []evctl.SchemaRef{{Subject: "a", Version: 9}, {Registry: "other", Subject: "a"}} {
		if _, err := r.Get(t.Context(), ref); !errors.Is(err, evctl.ErrNotFound) {
			t.Errorf("%s: got %v, want ErrNotFound", ref, err)
		}
	}
}

func TestVersionsAreAskedForOnce(t *testing.T) {
	f := newFake(t, map[string]string{
		"GET /subjects/a/versions": `[1]`, "GET /subjects/a/versions/1": version("a", 1, `,"schema":"\"int\""`),
	})
	r := open(t, Config{URLs: []string{f.URL}})
	for range 3 {
		if _, err := r.Versions(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, q := range f.asked {
		if strings.HasSuffix(q, "/1") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("version 1 was asked for %d times", n)
	}
}

func TestStrangeSubjects(t *testing.T) {
	for subject, escaped := range map[string]string{
		"a/b": "a%2Fb", "a b": "a%20b", "日本": "%E6%97%A5%E6%9C%AC", "x?y#z": "x%3Fy%23z", "a%2Fb": "a%252Fb", "a/../b": "a%2F..%2Fb", ":.ctx:s": ":.ctx:s",
	} {
		f := newFake(t, map[string]string{"GET /base/subjects/" + escaped + "/versions": "[]"})
		versions, err := open(t, Config{URLs: []string{f.URL + "/base/"}}).Versions(t.Context(), subject)
		if err != nil || versions == nil {
			t.Errorf("%s: got %v, %v; asked %v", subject, versions, err, f.asked)
		}
	}
	for _, subject := range []string{"", ".", ".."} {
		f := newFake(t, nil)
		r := open(t, Config{URLs: []string{f.URL}})
		if _, err := r.Versions(t.Context(), subject); !errors.Is(err, evctl.ErrNotFound) || len(f.asked) > 0 {
			t.Errorf("%q: got %v, asked %v", subject, err, f.asked)
		}
	}
}

func TestHostileReference(t *testing.T) {
	loop := `,"schemaType":"JSON","schema":"{}","references":[{"name":"a","subject":"a","version":1},{"name":"up","subject":"..","version":1}]`
	f := newFake(t, map[string]string{"GET /subjects/a/versions/1": version("a", 1, loop)})
	_, err := open(t, Config{URLs: []string{f.URL}}).Get(t.Context(), evctl.SchemaRef{Subject: "a", Version: 1})
	if err == nil || !strings.Contains(err.Error(), `subject ".." cannot be asked for`) {
		t.Errorf("got %v", err)
	}
}

func TestMode(t *testing.T) {
	f := newFake(t, map[string]string{
		"GET /config/a": `{"compatibilityLevel":"FULL_TRANSITIVE"}`,
		"GET /config/b": `404|{"error_code":40408,"message":"no"}`,
		"GET /config":   `{"compatibilityLevel":"backward"}`,
		"GET /config/c": `{"compatibilityLevel":"WHATEVER"}`,
	})
	r := open(t, Config{URLs: []string{f.URL}})
	for subject, want := range map[string]string{"a": "FULL_ALL FULL_TRANSITIVE", "b": "BACKWARD backward"} {
		mode, raw, err := r.Mode(t.Context(), subject)
		if got := mode.String() + " " + raw; err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", subject, got, err, want)
		}
	}
	if _, raw, err := r.Mode(t.Context(), "c"); err == nil || raw != "WHATEVER" {
		t.Errorf("got %q, %v, want an error", raw, err)
	}
}

func TestWouldRefuse(t *testing.T) {
	f := newFake(t, map[string]string{
		"POST /compatibility/subjects/ok/versions":         `{"is_compatible":true,"messages":[]}`,
		"POST /compatibility/subjects/no/versions":         `{"is_compatible":false,"messages":["{errorType:'X',\n description:'y'}","two","three","four","five"]}`,
		"POST /compatibility/subjects/mute/versions":       `{"is_compatible":false}`,
		"POST /compatibility/subjects/old/versions":        `405|{"error_code":405,"message":"no"}`,
		"POST /compatibility/subjects/old/versions/latest": `{"is_compatible":false,"messages":["latest"]}`,
		"POST /compatibility/subjects/bad/versions":        `422|{"error_code":42201,"message":"Invalid schema"}`,
	})
	r := open(t, Config{URLs: []string{f.URL}, Name: "events"})
	s := &evctl.Schema{Format: evctl.Protobuf, Text: []byte("syntax"), Refs: map[string]*evctl.Schema{
		"m.proto": {SchemaRef: evctl.SchemaRef{Subject: "money", Version: 2}},
	}}
	for subject, want := range map[string]string{
		"ok": "false ", "new": "false ", "no": "true {errorType:'X', description:'y'}; two; three (and 2 more)",
		"mute": "true it gives no reason", "old": "true latest", "bad": "true Invalid schema",
	} {
		refused, reason, err := r.WouldRefuse(t.Context(), subject, s)
		if got := fmt.Sprint(refused, " ", reason); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", subject, got, err, want)
		}
	}
	var sent map[string]any
	if err := json.Unmarshal([]byte(f.body), &sent); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"schema": "syntax", "schemaType": "PROTOBUF", "references": []any{map[string]any{"name": "m.proto", "subject": "money", "version": 2.0}}}
	if !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %v, want %v", sent, want)
	}
	s.Refs["x.proto"] = &evctl.Schema{File: "proto/x.proto"}
	if _, _, err := r.WouldRefuse(t.Context(), "ok", s); !errors.Is(err, ErrNotAsked) || !strings.Contains(err.Error(), "proto/x.proto") {
		t.Errorf("got %v, want ErrNotAsked", err)
	}
}

// wantError fails unless the error is an *Error of one line that says it all.
func wantError(t *testing.T, what string, err error, parts ...string) {
	t.Helper()
	var own *Error
	if !errors.As(err, &own) || strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 600 || strings.Contains(err.Error(), "registry.invalid") {
		t.Errorf("%s: got %v, want one line in an *Error", what, err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: got %v, want %q in it", what, err, part)
		}
	}
}

func TestUselessAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		header string
		body   string
		want   []string
	}{
		"html":         {200, "text/html", "<html>\n<body>Log in</body></html>", []string{"web page"}},
		"json type":    {200, "application/json", "<!doctype html>", []string{"web page"}},
		"not json":     {200, "application/json", "hello", []string{"no JSON"}},
		"wrong json":   {200, "application/json", `{"a":1}`, []string{"list subjects"}},
		"unauthorised": {401, "application/json", `{"error_code":401,"message":"Unauthorized"}`, []string{"401", "EVCTL_REGISTRY_USER"}},
		"forbidden":    {403, "application/json", `{"error_code":40301,"message":"Denied"}`, []string{"403 Forbidden: Denied"}},
		"wrong path":   {404, "text/html", "<html>nginx</html>", []string{"404 Not Found: a web page", "is the address right?"}},
		"long":         {400, "text/plain", strings.Repeat("x\n", 5000), []string{"400 Bad Request: x x x"}},
		"redirect":     {302, "", "", []string{"redirects to https://elsewhere.example/"}},
		"huge":         {200, "application/json", strings.Repeat(" ", maxAnswer+1), []string{"limit of 33554432 bytes"}},
		"empty":        {200, "application/json", "", []string{"no JSON"}},
	} {
		tries := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			tries++
			w.Header().Set("Content-Type", test.header)
			w.Header().Set("Location", "https://elsewhere.example/")
			w.WriteHeader(test.status)
			io.WriteString(w, test.body)
		}))
		_, err := open(t, Config{URLs: []string{server.URL}, User: "me", Password: "secret"}).Subjects(t.Context())
		server.Close()
		wantError(t, name, err, test.want...)
		if tries != 1 {
			t.Errorf("%s: asked %d times, want once", name, tries)
		}
	}
}

func TestRetries(t *testing.T) {
	for name, statuses := range map[string][]int{"503, then well": {503, 200}, "twice": {500, 429, 200}, "408": {408, 200}} {
		var asked atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(statuses[asked.Add(1)-1])
			io.WriteString(w, `["a"]`)
		}))
		subjects, err := open(t, Config{URLs: []string{server.URL}}).Subjects(t.Context())
		server.Close()
		if err != nil || len(subjects) != 1 || int(asked.Load()) != len(statuses) {
			t.Errorf("%s: got %v, %v after %d tries", name, subjects, err, asked.Load())
		}
	}
}

func TestRetriesEnd(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(503)
		io.WriteString(w, `{"error_code":50003,"message":"forwarding failed"}`)
	}))
	defer server.Close()
	_, err := open(t, Config{URLs: []string{server.URL}}).Subjects(t.Context())
	wantError(t, "503", err, "503 Service Unavailable: forwarding failed")
	if asked != minTries {
		t.Errorf("asked %d times, want %d", asked, minTries)
	}
}

// A server that asks to wait longer than the caller can is not waited for.
func TestRetryAfterBeyondTheDeadline(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(429)
	}))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	start := time.Now()
	_, err := open(t, Config{URLs: []string{server.URL}}).Subjects(ctx)
	wantError(t, "429", err, "429 Too Many Requests")
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestPause(t *testing.T) {
	resp := &http.Response{Header: http.Header{"Retry-After": {"3600"}}}
	if got := pause(resp, 0, 1); got != maxPause {
		t.Errorf("Retry-After of an hour: got %s, want the cap %s", got, maxPause)
	}
	for try := range 20 {
		limit := min(firstPause<<min(try, 10), maxPause)
		if got := pause(nil, try, 1); got < limit/2 || got >= limit {
			t.Errorf("try %d: got %s, want %s to %s", try, got, limit/2, limit)
		}
	}
}

func TestHangingServer(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		<-release
	}))
	defer server.Close()
	defer close(release)
	r := open(t, Config{URLs: []string{server.URL}, Timeout: 50 * time.Millisecond})
	_, err := r.Subjects(t.Context())
	wantError(t, "hang", err, "does not answer within 50ms")

	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := r.Subjects(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the caller's deadline", err)
	}
}

func TestFailOver(t *testing.T) {
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	var busy atomic.Int64
	second := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		busy.Add(1)
		w.WriteHeader(503)
	}))
	defer second.Close()
	third := newFake(t, map[string]string{"GET /subjects": `["a"]`})
	r := open(t, Config{URLs: []string{down.URL, second.URL, third.URL}})
	for range 2 {
		if subjects, err := r.Subjects(t.Context()); err != nil || len(subjects) != 1 {
			t.Errorf("got %v, %v", subjects, err)
		}
	}
	if busy.Load() != 1 || len(third.asked) != 2 {
		t.Errorf("the second server was asked %d times, the third %d, want once and twice", busy.Load(), len(third.asked))
	}
	_, err := open(t, Config{URLs: []string{down.URL}}).Subjects(t.Context())
	wantError(t, "down", err, "connection refused")
}

func TestCredentials(t *testing.T) {
	got := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		got = req.Header.Get("Authorization")
		io.WriteString(w, `[]`)
	}))
	defer server.Close()
	for want, env := range map[string]map[string]string{
		"":                   {},
		"Basic bWU6c2VjcmV0": {"EVCTL_REGISTRY_USER": "me", "EVCTL_REGISTRY_PASSWORD": "secret"},
		"Bearer abc":         {"EVCTL_REGISTRY_TOKEN": "abc"},
	} {
		c := Config{URLs: []string{server.URL}}.Environment(func(name string) string { return env[name] })
		if _, err := open(t, c).Subjects(t.Context()); err != nil || got != want {
			t.Errorf("sent %q, %v, want %q", got, err, want)
		}
	}
}

func TestMutualTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { io.WriteString(w, `["a"]`) }))
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	server.StartTLS()
	defer server.Close()
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	ca := write("ca.pem", "CERTIFICATE", server.Certificate().Raw)
	key := write("key.pem", "PRIVATE KEY", privateKey(t, server))

	subjects, err := open(t, Config{URLs: []string{server.URL}, CA: ca, Cert: ca, Key: key}).Subjects(t.Context())
	if err != nil || len(subjects) != 1 {
		t.Errorf("got %v, %v", subjects, err)
	}
	_, err = open(t, Config{URLs: []string{server.URL}}).Subjects(t.Context())
	wantError(t, "unknown authority", err, "certificate")
	_, err = open(t, Config{URLs: []string{server.URL}, CA: ca}).Subjects(t.Context())
	wantError(t, "no client certificate", err, "certificate")
}

func TestOpenErrors(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	one := []string{"https://r.example"}
	for want, c := range map[string]Config{
		"no address of a registry":         {},
		"no http:// or https:// URL":       {URLs: []string{"ftp://r.example"}},
		"holds credentials":                {URLs: []string{"https://me:secret@r.example"}},
		"query or fragment":                {URLs: []string{"https://r.example?a=b"}},
		"want {subject} in it, once":       {URLs: one, SubjectTemplate: "value"},
		"both a user and a token":          {URLs: one, User: "a", Token: "b"},
		"holds no certificate in PEM":      {URLs: one, CA: empty},
		"read the registry's CA":           {URLs: one, CA: empty + "x"},
		"both the certificate and the key": {URLs: one, Cert: empty},
		"read the client certificate":      {URLs: one, Cert: empty, Key: empty},
	} {
		if _, err := Open(c); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestContext(t *testing.T) {
	f := newFake(t, map[string]string{"GET /contexts/.eu/subjects": `["a"]`})
	if subjects, err := open(t, Config{URLs: []string{f.URL}, Context: ".eu"}).Subjects(t.Context()); err != nil || len(subjects) != 1 {
		t.Errorf("got %v, %v; asked %v", subjects, err, f.asked)
	}
}

func privateKey(t *testing.T, server *httptest.Server) []byte {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return der
}
