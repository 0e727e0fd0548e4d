// Package metaschema holds the metaschemas of JSON Schema, drafts 4 to 2020-12,
// as json-schema.org publishes them (see NOTICE.md), so that references to them
// resolve without the network. Call [Text].
package metaschema

import (
	"embed"
	"path"
	"strings"
)

//go:embed draft-04 draft-06 draft-07 draft
var files embed.FS

// Text returns the metaschema, or the part of one, at an address of
// json-schema.org, whatever its scheme.
func Text(uri string) ([]byte, bool) {
	_, address, _ := strings.Cut(uri, "://")
	name, ok := strings.CutPrefix(address, "json-schema.org/")
	if !ok || path.Clean(name) != name {
		return nil, false
	}
	text, err := files.ReadFile(name)
	return text, err == nil
}
