package evctl_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/evctl/evctl"
)

func TestParseMode(t *testing.T) {
	for text, want := range map[string]string{
		"full_all": "FULL_ALL", "FULL_TRANSITIVE": "FULL_ALL", "BACKWARD": "BACKWARD",
		"Forward_All": "FORWARD_ALL", "NONE": "NONE",
	} {
		mode, err := evctl.ParseMode(text)
		if err != nil || mode.String() != want {
			t.Errorf("ParseMode(%q) = %v, %v, want %s", text, mode, err, want)
		}
	}
	for _, text := range []string{"", "NONE_ALL", "FULL_", "FULLALL", "_ALL"} {
		if mode, err := evctl.ParseMode(text); err == nil {
			t.Errorf("ParseMode(%q) = %v, want an error", text, mode)
		}
	}
}

func TestParseSchemaRef(t *testing.T) {
	for text, want := range map[string]evctl.SchemaRef{
		"events/ledger.entry_posted@3": {Registry: "events", Subject: "ledger.entry_posted", Version: 3},
		"events/a/b@12":                {Registry: "events", Subject: "a/b", Version: 12},
		"order.paid@1":                 {Subject: "order.paid", Version: 1},
	} {
		ref, err := evctl.ParseSchemaRef(text)
		if err != nil || ref != want {
			t.Errorf("ParseSchemaRef(%q) = %+v, %v", text, ref, err)
		}
		if ref.String() != text {
			t.Errorf("%+v prints as %q", ref, ref.String())
		}
	}
	for _, text := range []string{"", "a", "a@", "a@0", "a@-1", "a@01", "a@1.5", "events/@1", "@1", "a@b@1x"} {
		if ref, err := evctl.ParseSchemaRef(text); err == nil {
			t.Errorf("ParseSchemaRef(%q) = %+v, want an error", text, ref)
		}
	}
}

func TestFingerprintIgnoresPlaceAndWording(t *testing.T) {
	a := evctl.Finding{Rule: "compat/enum-value-added", Subject: "order.paid", Path: "/properties/method", Key: "CRYPTO",
		Message: "grown", Breaks: []int{1}, Position: evctl.Position{File: "a", Line: 1}}
	b := a
	b.Message, b.Breaks, b.Position, b.Severity = "reworded", []int{1, 2}, evctl.Position{File: "b", Line: 9}, evctl.Error
	if a.ID() != b.ID() || len(a.ID()) != 12 {
		t.Errorf("%s and %s should be one fingerprint of 12 digits", a.ID(), b.ID())
	}
	for _, change := range []func(*evctl.Finding){
		func(f *evctl.Finding) { f.Rule += "x" }, func(f *evctl.Finding) { f.Subject += "x" },
		func(f *evctl.Finding) { f.Path += "x" }, func(f *evctl.Finding) { f.Key += "x" },
		func(f *evctl.Finding) { f.Path, f.Key = f.Path+"x", "" },
	} {
		c := a
		change(&c)
		if c.ID() == a.ID() {
			t.Errorf("%+v has the fingerprint of another finding", c)
		}
	}
}

func TestSortFindingsIsTotal(t *testing.T) {
	want := []evctl.Finding{
		{Rule: "b/b", Position: evctl.Position{File: "a.json", Line: 2, Column: 1}},
		{Rule: "a/a", Position: evctl.Position{File: "a.json", Line: 10, Column: 1}},
		{Rule: "a/a", Position: evctl.Position{File: "a.json", Line: 10, Column: 1}, Key: "x"},
		{Rule: "a/a", Position: evctl.Position{File: "b.json"}},
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	evctl.SortFindings(got)
	for i := range want {
		if got[i].Position != want[i].Position || got[i].Key != want[i].Key {
			t.Errorf("place %d holds %+v", i, got[i])
		}
	}
}

func TestSeverityTravelsAsText(t *testing.T) {
	var s evctl.Severity
	if err := json.Unmarshal([]byte(`"warning"`), &s); err != nil || s != evctl.Warning {
		t.Errorf("got %v, %v", s, err)
	}
	if out, _ := json.Marshal(evctl.Error); string(out) != `"error"` {
		t.Errorf("got %s", out)
	}
	if err := json.Unmarshal([]byte(`"fatal"`), &s); err == nil {
		t.Error("want an error for an unknown severity")
	}
}
