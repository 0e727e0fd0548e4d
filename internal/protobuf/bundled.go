package protobuf

import (
	"strings"

	"github.com/evctl/evctl"
	protos "github.com/evctl/evctl/third_party/protobuf"
)

// Bundled reports whether schemas may import a path without bringing the file
// along: google/protobuf, google/type and confluent.
func Bundled(path string) bool {
	return standardFile(path) != nil || bundled(path) != nil
}

// bundled returns a bundled text, or nil. Files of google/protobuf come
// compiled.
func bundled(path string) *evctl.Schema {
	if path == "confluent/type/decimal.proto" { // as servers call it
		path = "confluent/types/decimal.proto"
	}
	if !strings.HasSuffix(path, ".proto") {
		return nil
	}
	text, err := protos.Files.ReadFile(path)
	if err != nil {
		return nil
	}
	return &evctl.Schema{Format: evctl.Protobuf, File: path, Text: text}
}
