package ci

import (
	"context"
	"errors"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
)

// Plans tells how the payloads of a subject, or of one version of it, are judged.
func Plans(ctx context.Context, cfg *config.Config, name string) (plans []envelope.Plan, err error) {
	if cfg == nil {
		cfg = config.Default()
	}
	registry, close, err := OpenRegistry(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, close()) }()
	schemas, err := named(ctx, registry, name)
	if err != nil {
		return nil, err
	}
	for _, schema := range schemas {
		options := envelope.Options{Semantics: cfg.Semantics.Evctl()}
		if policy := registry.Settings(schema.Subject).Policy; policy != "" {
			options.Semantics.Policy = policy
		}
		plans = append(plans, envelope.PlansOf(schema, options)...)
	}
	return plans, nil
}

// named returns the version that a ref names, or all versions of a subject.
func named(ctx context.Context, source evctl.Source, name string) ([]*evctl.Schema, error) {
	ref := evctl.SchemaRef{Subject: name}
	if strings.Contains(name, "@") {
		var err error
		if ref, err = evctl.ParseSchemaRef(name); err != nil {
			return nil, &UsageError{err, "evctl registry ls lists subjects and versions"}
		}
	}
	if err := refuseUnknown(ctx, source, ref); err != nil {
		return nil, err
	}
	if ref.Version == 0 {
		return source.Versions(ctx, ref.Subject)
	}
	schema, err := source.Get(ctx, ref)
	return []*evctl.Schema{schema}, err
}
