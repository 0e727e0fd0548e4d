package oddity

import (
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// FuzzFind holds Find to its bounds and to positions in the text.
func FuzzFind(f *testing.F) {
	f.Add([]byte(`{"requird":["a"],"properties":{"a":{"$ref":"#"}},"required":["a","b"]}`))
	f.Add([]byte(`{"allOf":[{"$ref":"#/allOf/0"},{"$ref":"#/$defs/a~1b"}],"$defs":{"a/b":{"anyOf":[true,{"required":["x"]}]}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := jsondoc.Parse("new.json", text)
		if err != nil {
			return
		}
		d, _ := jsonschema.Draft(doc, evctl.Semantics{})
		found := Find(doc, d)
		if len(found) > 2*maxFindings {
			t.Errorf("%d findings", len(found))
		}
		for _, finding := range found {
			if _, ok := doc.Root.At(finding.Path); !ok || finding.Position.Line == 0 {
				t.Errorf("%s stands nowhere: %q at %s", finding.Rule, finding.Path, finding.Position)
			}
		}
	})
}
