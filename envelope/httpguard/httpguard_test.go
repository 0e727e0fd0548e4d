package httpguard_test

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/httpguard"
)

func event(total string) string {
	return `{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":1,"aggregate_type":"order",` +
		`"aggregate_id":"o_1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"orders","correlation_id":"r",` +
		`"payload":{"total":` + total + `}}`
}

// relay serves a handler behind the guard that answers what it has read; on
// /batches behind that for at most four events and 2,000 bytes.
func relay(t testing.TB, options envelope.Options) *httptest.Server {
	t.Helper()
	source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(`{"type":"object","properties":{"total":{"type":"integer"}}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(t.Context(), source, options)
	if err != nil {
		t.Fatal(err)
	}
	accept := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Body.Close() != nil {
			t.Errorf("read behind the guard: %v", err)
		}
		w.WriteHeader(http.StatusAccepted)
		w.Write(body)
	})
	mux := http.NewServeMux()
	mux.Handle("POST /events", httpguard.New(v)(accept))
	mux.Handle("POST /batches", httpguard.NewBatch(v, httpguard.Limits{Events: 4, Bytes: 2000})(accept))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func post(t testing.TB, server *httptest.Server, body io.Reader) (*http.Response, string) {
	t.Helper()
	return postTo(t, server, "/events", body)
}

func postTo(t testing.TB, server *httptest.Server, route string, body io.Reader) (*http.Response, string) {
	t.Helper()
	answer, err := http.Post(server.URL+route, "application/json", body)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(said)
}

func TestProblems(t *testing.T) {
	server := relay(t, envelope.Options{MaxBytes: 1000})
	for _, test := range []struct {
		body   string
		status int
		rule   string
		first  string // pointer
	}{
		{event("7"), 202, "", ""},
		{event(`"7"`), 422, "envelope/payload-valid", "/payload/total"},
		{"{}", 422, "envelope/field-required", ""},
		{"", 400, "envelope/event-json", ""},
		{"<event/>", 400, "envelope/event-json", ""},
		{event("7") + event("8"), 400, "envelope/event-json", ""},
		{event(strings.Repeat("7", 1000)), 413, "envelope/event-size", ""},
	} {
		for _, chunked := range []bool{false, true} {
			body := io.Reader(strings.NewReader(test.body))
			if chunked {
				body = io.MultiReader(body) // of unknown length
			}
			answer, said := post(t, server, body)
			if test.status == http.StatusAccepted {
				if answer.StatusCode != test.status || said != test.body {
					t.Errorf("%s: got %s, %s", test.body, answer.Status, said)
				}
				continue
			}
			var p httpguard.Problem
			if err := json.Unmarshal([]byte(said), &p); err != nil || answer.Header.Get("Content-Type") != "application/problem+json" {
				t.Fatalf("%s: %v: %s", test.body, err, said)
			}
			if answer.StatusCode != test.status || p.Status != test.status || p.Type != httpguard.InvalidEvent || len(p.Violations) == 0 ||
				p.Violations[0].Rule != test.rule || p.Violations[0].Pointer != test.first || p.Detail != p.Violations[0].Message {
				t.Errorf("%s: got %s, %s", test.body, answer.Status, said)
			}
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	event := strings.Replace(event("7"), `"total":7`, `"a":[`+strings.Repeat(`{"b":0},`, 5000)+`0],"x`+strings.Repeat(`":0,"x`, 500)+`":0`, 1)
	_, said := post(t, relay(t, envelope.Options{}), strings.NewReader(event))
	var p httpguard.Problem
	if err := json.Unmarshal([]byte(said), &p); err != nil || len(p.Violations) > 100 || len(said) > 60_000 {
		t.Errorf("%v: %d violations in %d bytes", err, len(p.Violations), len(said))
	}
}

// Observed, everything goes on whole, also what is too large to be held.
func TestObservedRequestsGoOn(t *testing.T) {
	var rules []string
	server := relay(t, envelope.Options{MaxBytes: 1000, Mode: envelope.Observe, Observer: func(j envelope.Judgement) { rules = append(rules, j.Rule()) }})
	for _, body := range []string{event("7"), event("null"), "no event", event(strings.Repeat("7", 100_000))} {
		if answer, said := post(t, server, strings.NewReader(body)); answer.StatusCode != http.StatusAccepted || said != body {
			t.Errorf("got %s and %d bytes of %d", answer.Status, len(said), len(body))
		}
	}
	if got := strings.Join(rules, " "); got != " envelope/payload-valid envelope/event-json envelope/event-size" {
		t.Errorf("told of %s", got)
	}
}

// A request that ends before its body is not judged, and nothing goes on.
func TestBodyThatIsCutShort(t *testing.T) {
	server := relay(t, envelope.Options{Mode: envelope.Observe, Observer: func(envelope.Judgement) { t.Error("judged") }})
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "POST /events HTTP/1.1\r\nHost: relay\r\nContent-Length: 1000\r\n\r\n"+event("7"))
	conn.(*net.TCPConn).CloseWrite()
	said, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(said), "HTTP/1.1 400 ") || !strings.Contains(string(said), `"type":"about:blank"`) {
		t.Errorf("got %s, %v", said, err)
	}
}

// A limit that stands before the guard holds.
func TestSmallerLimitBefore(t *testing.T) {
	source, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(t.Context(), source, envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/events", strings.NewReader(event("7")))
	r.Body = http.MaxBytesReader(w, r.Body, 100)
	httpguard.New(v)(http.NotFoundHandler()).ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d: %s", w.Code, w.Body)
	}
	r.Body = io.NopCloser(failing{})
	w = httptest.NewRecorder()
	httpguard.New(v)(http.NotFoundHandler()).ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("got %d: %s", w.Code, w.Body)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("secret") }
