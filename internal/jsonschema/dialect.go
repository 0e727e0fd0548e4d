package jsonschema

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Dialect is a draft of JSON Schema. Later drafts are greater.
type Dialect int

// The drafts that evctl knows.
const (
	Draft4    Dialect = 4
	Draft6    Dialect = 6
	Draft7    Dialect = 7
	Draft2019 Dialect = 2019
	Draft2020 Dialect = 2020
)

// String returns the name that evctl.Semantics.Draft uses.
func (d Dialect) String() string {
	switch d {
	case Draft4:
		return "4"
	case Draft6:
		return "6"
	case Draft2019:
		return "2019-09"
	case Draft2020:
		return "2020-12"
	}
	return "7"
}

// uri returns the address of the draft's metaschema.
func (d Dialect) uri() string {
	switch d {
	case Draft4:
		return "http://json-schema.org/draft-04/schema#"
	case Draft6:
		return "http://json-schema.org/draft-06/schema#"
	case Draft2019:
		return "https://json-schema.org/draft/2019-09/schema"
	case Draft2020:
		return "https://json-schema.org/draft/2020-12/schema"
	}
	return "http://json-schema.org/draft-07/schema#"
}

// Draft returns the dialect of a schema document, and whether its $schema is
// one that evctl knows; a missing $schema counts as known. Without a known
// $schema it is sem.Draft, else draft-07, but draft 4 where exclusiveMinimum
// or exclusiveMaximum is a boolean, which no later draft allows.
//
// A document without $schema that another one refers to has the dialect of the
// referring document's root: pass that one's name in sem.Draft.
func Draft(doc *jsondoc.Document, sem evctl.Semantics) (Dialect, bool) {
	declared := doc.Root.Get("$schema")
	if declared != nil && declared.Kind == jsondoc.String {
		if d, ok := dialectOf(declared.Text); ok {
			return d, true
		}
	}
	return fallback(doc, sem), declared == nil
}

func fallback(doc *jsondoc.Document, sem evctl.Semantics) Dialect {
	if d, ok := dialectNamed(sem.Draft); ok {
		return d
	}
	if hasBooleanBound(doc.Root) {
		return Draft4
	}
	return Draft7
}

// selfDescribing begins the $schema of Iglu's self-describing schemas, draft 4
// with a member that names the schema.
const selfDescribing = "iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-"

// dialectOf reads a $schema. Scheme, an empty fragment, a trailing slash and
// the spelling of the host's www do not matter.
func dialectOf(schema string) (Dialect, bool) {
	name := strings.TrimRight(strings.ToLower(strings.TrimSpace(schema)), "#/")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "https://"), "http://")
	if strings.HasPrefix(name, selfDescribing) {
		return Draft4, true
	}
	name, ok := strings.CutPrefix(strings.TrimPrefix(name, "www."), "json-schema.org/")
	if !ok {
		return 0, false
	}
	if name == "schema" {
		return Draft2020, true
	}
	draft := strings.TrimSuffix(strings.TrimPrefix(name, "draft"), "/schema")
	return dialectNamed(strings.TrimLeft(draft, "-/v"))
}

func dialectNamed(name string) (Dialect, bool) {
	switch strings.TrimPrefix(name, "draft") {
	case "4", "04", "-04", "-4":
		return Draft4, true
	case "6", "06", "-06", "-6":
		return Draft6, true
	case "7", "07", "-07", "-7":
		return Draft7, true
	case "2019-09", "2019":
		return Draft2019, true
	case "2020-12", "2020":
		return Draft2020, true
	}
	return 0, false
}

// hasBooleanBound looks for draft 4's boolean exclusiveMinimum and
// exclusiveMaximum in the positions of sub-schemas.
func hasBooleanBound(n *jsondoc.Node) bool {
	for _, name := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
		if v := n.Get(name); v != nil && v.Kind == jsondoc.Bool {
			return true
		}
	}
	for _, sub := range subschemas(n, Draft7) {
		if hasBooleanBound(sub.node) {
			return true
		}
	}
	return false
}
