package consumers

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/internal/jsondoc"
)

const billing = `apiVersion: evctl/v1
kind: Service
metadata: {name: billing, owner: "@billing"}
spec:
  consumes:
  - {topic: orders.events, group: b, events: {order.paid: [2, 1]}, reads: [/order_id], replays: true, replayWindow: 90d}
  - {topic: orders.events, events: {order.sent: [1]}}
`

func sources(files map[string]string, places ...string) Sources {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	cfg := config.Default()
	cfg.Consumers = places
	return Sources{Config: cfg, Files: fsys, Guess: true}
}

// A list tells what the contract that it was written from tells.
func TestListsRoundTrip(t *testing.T) {
	from := sources(map[string]string{"billing/contract.yaml": billing})
	declared, err := Read(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	past, err := ReadPast(from.Config, from.Files, declared)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := JSON(&text, NewTable("", declared.Consumers, past)); err != nil {
		t.Fatal(err)
	}
	read, err := Read(t.Context(), sources(map[string]string{"all.json": text.String()}, "all.json"))
	if err != nil {
		t.Fatal(err)
	}
	// the place alone differs
	for i := range read.Consumers {
		read.Consumers[i].Position = declared.Consumers[i].Position
	}
	if !reflect.DeepEqual(declared.Consumers, read.Consumers) {
		t.Errorf("got\n%+v\nwant\n%+v", read.Consumers, declared.Consumers)
	}
}

func TestListsAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                "no list of consumers",
		`{"consumers": {}}`:                 "no list of consumers",
		`{"consumers": [{"service": "a"}]}`: "1:16: a consumer without service or subject",
		`{"consumers": [{"service": "a", "subject": "b", "versions": [0]}]}`:        "no version",
		`{"consumers": [{"service": "a", "subject": "b", "reads": ["x"]}]}`:         "no field",
		`{"consumers": [{"service": "a", "subject": "b", "replayWindow": "long"}]}`: "is no duration",
		`{"consumers": [], "consumers": []}`:                                        "duplicate",
	} {
		_, err := parseList("l.json", []byte(text))
		var wrong *jsondoc.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestPlaces(t *testing.T) {
	list := `{"version": 1, "consumers": [{"service": "mail", "subject": "order.paid", "versions": [1]}, {"service": "billing", "subject": "order.paid", "versions": [7]}]}`
	var token string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Authorization")
		if r.URL.Path != "/all.json" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(list))
	}))
	defer server.Close()
	t.Setenv(TokenVariable, "s3cret")
	s := sources(map[string]string{"billing/contract.yaml": billing}, server.URL+"/all.json")
	d, err := Read(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Of("order.paid"); len(got) != 2 || got[0].Service != "billing" || got[0].Versions[0] != 1 || got[1].Service != "mail" {
		t.Errorf("the repository's own contract does not count first: %+v", got)
	}
	if token != "Bearer s3cret" {
		t.Errorf("got %q", token)
	}
	s.Offline = true
	if d, err := Read(t.Context(), s); err != nil || len(d.Unasked) != 1 || len(d.Of("order.paid")) != 1 {
		t.Errorf("got %+v, %v", d, err)
	}
	s.Offline = false
	s.Config.Consumers = []string{server.URL + "/none.json"}
	if _, err := Read(t.Context(), s); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Folders may lie beside the repository, and hold repositories with
// configurations of their own.
func TestFoldersBeside(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"other/billing/contract.yaml": billing, "other/billing/evctl.yaml": "version: 1\n", "other/node_modules/x/contract.yaml": billing, "lists/a.json": `{"consumers": [{"service": "mail", "subject": "order.paid", "versions": [1]}]}`} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := sources(nil, "../other", "../lists/a.json")
	s.Config.Root = filepath.Join(root, "repository")
	d, err := Read(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Consumers) != 3 || d.Consumers[0].Position.String() != "../other/billing/contract.yaml:6:47" {
		t.Errorf("got %+v", d.Consumers)
	}
	for _, place := range []string{"../nowhere", "../lists/b.json", "../lists"} {
		s.Config.Consumers = []string{place}
		var missing *PlaceError
		if _, err := Read(t.Context(), s); place != "../lists" && !errors.As(err, &missing) {
			t.Errorf("%s: got %v", place, err)
		}
	}
}
