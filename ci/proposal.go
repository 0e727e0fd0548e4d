package ci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
)

// NamesSubject reports whether what a user typed is a subject with all its
// versions: neither a file nor a single version.
func NamesSubject(name string) bool {
	_, isFile := evctl.FormatOf(name)
	return !isFile && !strings.Contains(name, "@")
}

// Proposal is the change of a subject by a schema that is to be its next version,
// read as [Resolve] does: beside all versions of the work tree, under the
// subject's own mode and policy. REGISTRY:SUBJECT are the versions of the remote
// registry alone.
func Proposal(ctx context.Context, cfg *config.Config, workDir, name, proposed string) (evctl.Change, error) {
	registry, subject, remote := strings.Cut(name, ":")
	switch {
	case cfg == nil:
		return evctl.Change{}, &UsageError{fmt.Errorf("%s: no registry is configured", name), "name it in evctl.yaml"}
	case remote:
		return remoteProposal(ctx, cfg, workDir, registry, subject, proposed)
	case cfg.Registry.Name != "":
		name = strings.TrimPrefix(name, cfg.Registry.Name+"/")
	}
	return proposal(ctx, cfg, workDir, name, proposed)
}

func remoteProposal(ctx context.Context, cfg *config.Config, workDir, registry, subject, proposed string) (change evctl.Change, err error) {
	if _, err := resolveRemote(ctx, cfg, registry, evctl.SchemaRef{Subject: subject}); err != nil {
		return change, err
	}
	remote, err := openRemote(cfg.Registry)
	if err != nil {
		return change, err
	}
	schema, err := Resolve(ctx, cfg, workDir, proposed)
	if err != nil {
		return change, err
	}
	versions, err := remote.Versions(ctx, subject)
	if err != nil || len(versions) == 0 {
		return change, errors.Join(err, fmt.Errorf("%s:%s has no versions", registry, subject))
	}
	next := *schema
	next.Subject, next.Version = subject, versions[len(versions)-1].Version+1
	return evctl.Change{Old: slices.Clone(versions), New: &next, Mode: cfg.Mode(subject), Semantics: cfg.Semantics.Evctl()}, nil
}
