//go:build evctl_json_only

package envelope

import (
	"errors"

	"github.com/evctl/evctl"
)

// compileBinary compiles nothing, so that a program which has payloads in JSON
// alone carries no parsers of Avro and Protobuf.
func compileBinary(*evctl.Schema) (*codec, error) {
	return nil, errors.New("the program is built for payloads in JSON alone, by the tag evctl_json_only")
}
