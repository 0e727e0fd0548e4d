package oddity

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// maxFindings bounds the findings of each kind about one schema.
const maxFindings = 20

// Find returns findings in the order of the text, without the file's name.
func Find(doc *jsondoc.Document, d jsonschema.Dialect) []evctl.Finding {
	return append(misspelt(doc, d), undeclared(doc, d)...)
}
