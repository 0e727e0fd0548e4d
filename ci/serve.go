package ci

import (
	"context"
	"errors"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/serve"
)

// Serve answers events at the address until ctx ends, by the schemas that the
// registry holds when it starts. Ready is called when clients can connect.
func Serve(ctx context.Context, cfg *config.Config, role envelope.Role, address string, ready func(at string)) (err error) {
	if err := cfg.ResolveRules(Rules()); err != nil {
		return &UsageError{Err: err}
	}
	source, close, _, err := schemasOf(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, close()) }()
	if source == nil {
		return &UsageError{errors.New("no registry is configured: there is nothing to judge payloads by"), "evctl init writes a configuration"}
	}
	if err := refuseUnknown(ctx, source, role.Schema()); err != nil {
		return err
	}
	options := envelope.Options{
		Semantics: cfg.Semantics.Evctl(), Registry: cfg.Registry.Name, Version: cfg.Envelope.Version,
		MaxBytes: cfg.Envelope.MaxBytes, Role: role, Rules: cfg.Rules,
	}
	v, err := envelope.NewValidator(ctx, source, options)
	if err != nil {
		return err
	}
	listener, err := serve.Listen(address)
	if err != nil {
		return &UsageError{Err: err}
	}
	ready(listener.Addr().String())
	return serve.Serve(ctx, listener, func(event []byte) error { return v.ValidateAs(role, event) }, maxBytes(options))
}

func maxBytes(o envelope.Options) int {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return envelope.DefaultMaxBytes
}
