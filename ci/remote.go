package ci

import (
	"context"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
)

// resolveRemote asks the remote registry for a version.
func resolveRemote(_ context.Context, _ *config.Config, name string, ref evctl.SchemaRef) (*evctl.Schema, error) {
	return nil, &UsageError{fmt.Errorf("%s:%s: no remote registry is configured", name, ref), "set registry.url in evctl.yaml"}
}
