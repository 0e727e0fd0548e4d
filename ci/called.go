package ci

import (
	"context"
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope/wire"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/confluent"
	"github.com/evctl/evctl/registry/dir"
)

// A called registry is the embedded one, whose versions a remote one calls by ids
// and GUIDs. A version there is the one here that says the same, whatever its
// number.
type called struct {
	*dir.Registry
	remote *confluent.Registry
	host   string // of the remote one
}

// callable joins the embedded registry with the remote one, if there is any.
func callable(cfg *config.Config, r *dir.Registry) (evctl.Source, error) {
	if cfg.Registry.URL == "" {
		return r, nil
	}
	remote, err := openRemote(cfg.Registry)
	if err != nil {
		return nil, err
	}
	return called{r, remote, hosts(cfg.Registry)}, nil
}

// Called asks the remote registry which schemas a header means; see
// envelope.NewChecker. One that is not here is named as of the registry's host: its
// number may be that of another one here.
func (c called) Called(ctx context.Context, name wire.Name) (schemas []*evctl.Schema, err error) {
	var theirs []*evctl.Schema
	switch name.Format {
	case wire.Confluent:
		theirs, err = c.remote.ByID(ctx, name.ID)
	case wire.GUID:
		theirs, err = c.remote.ByGUID(ctx, name.Text())
	}
	if err != nil {
		return nil, reached(err)
	}
	for _, their := range theirs {
		ours, err := c.Versions(ctx, their.Subject)
		if err != nil {
			return nil, err
		}
		found := len(schemas)
		for _, our := range ours {
			if registry.Same(our, their) {
				schemas = append(schemas, our)
			}
		}
		if len(schemas) == found {
			their.Registry = c.host
			schemas = append(schemas, their)
		}
	}
	return schemas, nil
}

// A numbered registry is a called one that was asked for all names beforehand.
type numbered struct{ called }

// Versions returns copies that have ID and GUID where the remote registry has the
// version.
func (n numbered) Versions(ctx context.Context, subject string) ([]*evctl.Schema, error) {
	ours, err := n.called.Versions(ctx, subject)
	if err != nil {
		return nil, err
	}
	theirs, err := n.remote.Versions(ctx, subject)
	if errors.Is(err, confluent.ErrUnknownFormat) {
		return ours, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what the registry calls %s: %w", subject, reached(err))
	}
	for i, our := range ours {
		if their := same(our, theirs); their != nil {
			own := *our
			own.ID, own.GUID = their.ID, their.GUID
			ours[i] = &own
		}
	}
	return ours, nil
}

// same finds the version that says the same, of several that of the same number.
func same(our *evctl.Schema, theirs []*evctl.Schema) (found *evctl.Schema) {
	for _, their := range theirs {
		if registry.Same(our, their) && (found == nil || their.Version == our.Version) {
			found = their
		}
	}
	return found
}
