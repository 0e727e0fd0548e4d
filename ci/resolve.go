package ci

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/registry/dir"
)

// Resolve turns what a user typed into a schema with its references: a file,
// relative to workDir; REVISION:PATH, a file as a git revision has it; a ref such
// as events/order.paid@3 or order.paid (the newest), read from the repository; or
// REGISTRY:SUBJECT@V, asked of the remote registry that the configuration names.
// A mistake in name is a [*UsageError].
func Resolve(ctx context.Context, cfg *config.Config, workDir, name string) (*evctl.Schema, error) {
	if _, isSchema := evctl.FormatOf(name); isSchema {
		if revision, file, ok := inRevision(workDir, name); ok {
			return resolveRevision(ctx, cfg, workDir, revision, file)
		}
		return resolveFile(ctx, cfg, workDir, name)
	}
	registry, rest, remote := strings.Cut(name, ":")
	ref, err := parseRef(rest)
	if !remote {
		ref, err = parseRef(name)
	}
	if err != nil {
		return nil, &UsageError{err, "want a file ending in .json, .avsc or .proto, REVISION:FILE, REGISTRY/SUBJECT@VERSION or REGISTRY:SUBJECT@VERSION"}
	}
	if remote {
		return resolveRemote(ctx, cfg, registry, ref)
	}
	return resolveRef(ctx, cfg, ref)
}

// parseRef reads a schema ref in which the version may be left out.
func parseRef(text string) (evctl.SchemaRef, error) {
	if strings.Contains(text, "@") {
		return evctl.ParseSchemaRef(text)
	}
	ref, err := evctl.ParseSchemaRef(text + "@1")
	ref.Version = 0
	return ref, err
}

// resolveFile reads a file: as the version it is where it belongs to the
// configured registry, else alone, with what it refers to below its folder.
func resolveFile(ctx context.Context, cfg *config.Config, workDir, name string) (*evctl.Schema, error) {
	file := name
	if !filepath.IsAbs(file) {
		file = filepath.Join(workDir, file)
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil, &UsageError{fmt.Errorf("read %s: %w", name, cause(err)), "want a schema file"}
	}
	if schema, err := registered(ctx, cfg, file); schema != nil || err != nil {
		return schema, err
	}
	root, rel := filepath.Dir(file), filepath.Base(file)
	if local := filepath.ToSlash(filepath.Clean(name)); fs.ValidPath(local) {
		root, rel = workDir, local // positions show the name that was typed
	}
	return loose(ctx, os.DirFS(root), rel, name)
}

// loose reads a file that belongs to no registry, which the user calls name.
func loose(ctx context.Context, files fs.FS, rel, name string) (*evctl.Schema, error) {
	layout := dir.Layout{Patterns: []dir.Pattern{{Path: config.Literal(rel), Subject: strings.TrimSuffix(path.Base(rel), path.Ext(rel)), Root: path.Dir(rel)}}}
	registry, err := dir.Open(files, layout)
	if err != nil {
		return nil, err
	}
	schema, err := registry.Get(ctx, evctl.SchemaRef{Subject: layout.Patterns[0].Subject})
	if err != nil {
		return nil, &UsageError{Err: fmt.Errorf("read %s: %w", name, whyNot(ctx, registry, err))}
	}
	schema.Version = 0
	return schema, nil
}

// whyNot is what a registry of one file has to say of it, or else err.
func whyNot(ctx context.Context, registry *dir.Registry, err error) error {
	findings, failed := registry.Findings(ctx)
	if failed != nil || len(findings) == 0 {
		return err
	}
	return errors.New(findings[0].Message)
}

// cause strips what a file error repeats; no error means that it is no file.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return errors.New("it is no regular file")
}

// registered returns the version that a file stands for, or nil.
func registered(ctx context.Context, cfg *config.Config, file string) (*evctl.Schema, error) {
	if cfg == nil {
		return nil, nil
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return nil, err
	}
	rel, err := filepath.Rel(cfg.Root, real)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, nil
	}
	registry, err := dir.Open(os.DirFS(cfg.Root), layoutOf(cfg))
	if err != nil {
		return nil, &UsageError{Err: err, Hint: "evctl config verify"}
	}
	return versionIn(ctx, cfg, registry, filepath.ToSlash(rel))
}

// versionIn returns the version of a registry that a file is, or nil.
func versionIn(ctx context.Context, cfg *config.Config, registry *dir.Registry, file string) (*evctl.Schema, error) {
	subject, ok := registry.SubjectOf(file)
	if !ok {
		return nil, nil
	}
	versions, err := registry.Versions(ctx, subject)
	for _, v := range versions {
		if v.File == file {
			if inPlace(cfg, v.File) {
				v.Version = 0 // as edited, it has no number yet
			}
			return v, err
		}
	}
	return nil, err
}

// inPlace reports whether a file is edited in place: its versions stand in
// history.
func inPlace(cfg *config.Config, file string) bool {
	placeholder := regexp.MustCompile(`\{\w+\}`)
	for _, l := range cfg.Schemas {
		if ok, _ := doublestar.Match(placeholder.ReplaceAllString(l.Path, "*"), file); ok {
			return !strings.Contains(l.Path, "{version}")
		}
	}
	return false
}

// resolveRef reads a version from the work tree or, of a file edited in place,
// from the history of HEAD.
func resolveRef(ctx context.Context, cfg *config.Config, ref evctl.SchemaRef) (schema *evctl.Schema, err error) {
	if cfg == nil {
		return nil, &UsageError{fmt.Errorf("%s: no registry is configured", ref), "name it in evctl.yaml"}
	}
	registry, close, err := OpenRegistry(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, close()) }()
	schema, err = registry.Get(ctx, ref)
	if errors.Is(err, evctl.ErrNotFound) {
		return nil, &UsageError{err, "evctl registry ls lists subjects and versions"}
	}
	return schema, err
}
