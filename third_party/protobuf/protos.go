// Package protobuf holds .proto files of others that schemas import without
// bringing them along, as schema registries allow: google/type and confluent.
// See NOTICE.md for where they come from.
package protobuf

import "embed"

// Files has each file under its import path.
//
//go:embed google confluent
var Files embed.FS
