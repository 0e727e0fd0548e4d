package ci

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/wire"
)

// remoteCalls serves a registry that has two versions of order.paid, the second of
// which says what the first in the folder says.
func remoteCalls(t *testing.T) (*config.Config, *httptest.Server) {
	t.Helper()
	answers := map[string]string{
		"/subjects/order.paid/versions":                           "[1,2]",
		"/subjects/order.paid/versions/1":                         `{"subject":"order.paid","version":1,"id":6,"schemaType":"JSON","schema":"{}"}`,
		"/subjects/order.paid/versions/2":                         `{"subject":"order.paid","version":2,"id":7,"guid":"0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0","schemaType":"JSON","schema":"{\"type\":\"object\"}"}`,
		"/schemas/ids/7/versions":                                 `[{"subject":"order.paid","version":2}]`,
		"/schemas/ids/6/versions":                                 `[{"subject":"order.paid","version":1}]`,
		"/schemas/guids/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0/ids": `[{"context":".","id":7}]`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := answers[r.URL.Path]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			answer = `{"error_code":40403,"message":"not found"}`
		}
		fmt.Fprint(w, answer)
	}))
	t.Cleanup(server.Close)
	root := t.TempDir()
	file := filepath.Join(root, "schemas/events/order.paid/1.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{ "type": "object" }`), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.Root, cfg.Registry = root, config.Registry{Name: "events", Dir: "schemas", URL: server.URL}
	return cfg, server
}

func TestVersionsAreToldByWhatTheySay(t *testing.T) {
	cfg, server := remoteCalls(t)
	source, close, _, err := schemasOf(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer close()
	c := source.(called)
	versions, err := numbered{c}.Versions(t.Context(), "order.paid")
	if err != nil || len(versions) != 1 || versions[0].Version != 1 || versions[0].ID != 7 || versions[0].GUID != "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0" {
		t.Errorf("got %+v, %v", versions, err)
	}
	if plain, err := c.Versions(t.Context(), "order.paid"); err != nil || plain[0].ID != 0 {
		t.Errorf("the folder itself has %+v, %v", plain, err)
	}
	for name, want := range map[wire.Name]string{
		{Format: wire.Confluent, ID: 7}: "events/order.paid@1 schemas/events/order.paid/1.json",
		{Format: wire.Confluent, ID: 6}: server.Listener.Addr().String() + "/order.paid@1 order.paid@1.json", // which the folder has not
		{Format: wire.Confluent, ID: 5}: "",
		{Format: wire.GUID, UUID: [16]byte{0x0f, 0x1e, 0x2d, 0x3c, 0x4b, 0x5a, 0x69, 0x78, 0x87, 0x96, 0xa5, 0xb4, 0xc3, 0xd2, 0xe1, 0xf0}}: "events/order.paid@1 schemas/events/order.paid/1.json",
		{Format: wire.Glue}: "",
	} {
		found, err := c.Called(t.Context(), name)
		got := ""
		for _, s := range found {
			got = s.SchemaRef.String() + " " + s.File
		}
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", name.Schema(), got, err, want)
		}
	}
}

// A server of verdicts starts without the registry, and says so.
func TestServiceStartsWithoutTheRegistry(t *testing.T) {
	cfg, server := remoteCalls(t)
	for _, down := range []bool{false, true} {
		if down {
			server.Close()
		}
		source, close, _, err := schemasOf(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer close()
		var told error
		v, err := Service{Failed: func(err error) { told = err }}.validator(t.Context(), cfg, source)
		if err != nil || (told != nil) != down {
			t.Fatalf("down %v: %v, told %v", down, err, told)
		}
		event := []byte(`{"event_id":"01938c1f-5a20-7d11-8c3e-000000000000","event_type":"order.paid","schema_version":1,"aggregate_type":"order",` +
			`"aggregate_id":"o","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"p","correlation_id":"r","payload":{}}`)
		other := v.ValidateRecord(envelope.Writer(), []byte{0, 0, 0, 0, 8}, event)
		if err := v.ValidateRecord(envelope.Writer(), []byte{0, 0, 0, 0, 7}, event); err != nil || (other == nil) != down {
			t.Errorf("down %v: its id: %v, another: %v", down, err, other)
		}
		reopened, err := reopen(cfg)(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Refresh(t.Context(), reopened); (err != nil) != down {
			t.Errorf("down %v: refresh: %v", down, err)
		}
	}
}
