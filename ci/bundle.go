package ci

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
)

// Bundle packs the schemas of the embedded registry into one file that a
// producer carries with go:embed, see [envelope.FromBundle].
func Bundle(cfg *config.Config) ([]byte, error) {
	if cfg == nil || cfg.Registry.Dir == "" {
		return nil, &UsageError{errors.New("no folder of schemas to pack"), "name one in evctl.yaml: registry: {dir: schemas}"}
	}
	return envelope.WriteBundle(os.DirFS(filepath.Join(cfg.Root, filepath.FromSlash(cfg.Registry.Dir))))
}
