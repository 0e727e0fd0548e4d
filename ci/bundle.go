package ci

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/registry/dir"
)

// Bundle packs the schemas of the embedded registry, and how the configuration
// has events judged, into one file that a producer carries with go:embed, see
// [envelope.FromBundle].
//
// Where a remote registry is configured, what it calls the schemas goes along.
func Bundle(ctx context.Context, cfg *config.Config) (bundle []byte, err error) {
	if cfg == nil || cfg.Registry.Dir == "" {
		return nil, &UsageError{errors.New("no folder of schemas to pack"), "name one in evctl.yaml: registry: {dir: schemas}"}
	}
	if err := cfg.ResolveRules(Rules()); err != nil {
		return nil, &UsageError{Err: err}
	}
	registry, close, err := OpenRegistry(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, close()) }()
	options := eventOptions(cfg, registry)
	options.Rules = maps.Clone(options.Rules)
	maps.DeleteFunc(options.Rules, func(rule string, _ evctl.Severity) bool { return !strings.HasPrefix(rule, "envelope/") })
	named, err := namedVersions(ctx, cfg, registry)
	if err != nil {
		return nil, err
	}
	return envelope.WriteBundle(os.DirFS(filepath.Join(cfg.Root, filepath.FromSlash(cfg.Registry.Dir))), options, named...)
}

// namedVersions are those that the remote registry has a name for.
func namedVersions(ctx context.Context, cfg *config.Config, r *dir.Registry) (named []*evctl.Schema, err error) {
	source, err := callable(cfg, r)
	if err != nil {
		return nil, err
	}
	c, ok := source.(called)
	if !ok {
		return nil, nil
	}
	for _, subject := range r.Subjects() {
		versions, err := numbered{c}.Versions(ctx, subject)
		if err != nil {
			return nil, err
		}
		named = append(named, versions...)
	}
	return named, nil
}

// eventOptions are how the configuration has events judged.
func eventOptions(cfg *config.Config, source evctl.Source) envelope.Options {
	return envelope.Options{
		Semantics: cfg.Semantics.Evctl(), Policies: policiesOf(source), Registry: cfg.Registry.Name, Version: cfg.Envelope.Version,
		MaxBytes: cfg.Envelope.MaxBytes, Rules: cfg.Rules,
	}
}

// policiesOf lists the policies that subjects have of their own.
func policiesOf(source evctl.Source) map[string]evctl.Policy {
	registry, ok := source.(interface {
		Subjects() []string
		Settings(subject string) dir.Settings
	})
	if !ok {
		return nil
	}
	policies := map[string]evctl.Policy{}
	for _, subject := range registry.Subjects() {
		if policy := registry.Settings(subject).Policy; policy != "" {
			policies[subject] = policy
		}
	}
	return policies
}
