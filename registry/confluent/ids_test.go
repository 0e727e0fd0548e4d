package confluent

import (
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

func refs(versions []*evctl.Schema) string {
	var texts []string
	for _, v := range versions {
		texts = append(texts, v.SchemaRef.String())
	}
	return strings.Join(texts, " ")
}

const guidSeven = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"

func TestByID(t *testing.T) {
	text := `,"schemaType":"JSON","schema":"{}"`
	f := newFake(t, map[string]string{
		"GET /schemas/ids/7/versions":              `[{"subject":"paid-value","version":2},{"subject":"other","version":1},{"subject":"odd-value","version":1}]`,
		"GET /schemas/ids/8/versions":              `404|{"error_code":40403,"message":"Schema 8 not found"}`,
		"GET /schemas/ids/9/versions":              `[` + strings.Repeat(`{"subject":"paid-value","version":2},`, 200) + `{"subject":"paid-value","version":2}]`,
		"GET /schemas/guids/" + guidSeven + "/ids": `[{"context":".us","id":8},{"context":".","id":7}]`,
		"GET /schemas/guids/of-nobody/ids":         `[]`,
		"GET /schemas/guids/too-old/ids":           `404|{"error_code":404,"message":"HTTP 404 Not Found"}`,
		"GET /subjects/paid-value/versions/2":      version("paid-value", 2, text+`,"guid":"0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"`),
		"GET /subjects/odd-value/versions/1":       version("odd-value", 1, `,"schemaType":"THRIFT","schema":"x"`),
	})
	r := open(t, Config{URLs: []string{f.URL}, Name: "events", SubjectTemplate: "{subject}-value"})
	for id, want := range map[uint32]string{7: "events/paid@2", 8: ""} {
		found, err := r.ByID(t.Context(), id)
		if err != nil || refs(found) != want {
			t.Errorf("id %d: got %s, %v, want %s", id, refs(found), err, want)
		}
		if want != "" && (found[0].ID != 7 || found[0].GUID != guidSeven) {
			t.Errorf("id %d: got %d, %s", id, found[0].ID, found[0].GUID)
		}
	}
	if _, err := r.ByID(t.Context(), 9); err == nil || !strings.Contains(err.Error(), "over the limit of 100") {
		t.Errorf("an id of too many versions: %v", err)
	}
	for guid, want := range map[string]string{guidSeven: "events/paid@2", "of-nobody": "", "too-old": ""} {
		if found, err := r.ByGUID(t.Context(), guid); err != nil || refs(found) != want {
			t.Errorf("GUID %s: got %s, %v, want %s", guid, refs(found), err, want)
		}
	}
	f.Close()
	if _, err := r.ByID(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "read the versions of schema id 1") {
		t.Errorf("a registry that is gone: %v", err)
	}
}
