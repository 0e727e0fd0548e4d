package confluent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/evctl/evctl"
)

var _ evctl.Source = (*Registry)(nil)

const (
	subjectPart = "{subject}"
	parallel    = 4    // requests for the versions of one subject
	maxRefs     = 1000 // documents that one schema refers to, also through others
)

// answer is a version as the registry tells it.
type answer struct {
	Subject    string      `json:"subject"`
	Version    int         `json:"version"`
	ID         uint32      `json:"id"`
	GUID       string      `json:"guid"`       // from newer registries
	Type       string      `json:"schemaType"` // absent for Avro in older registries
	Text       string      `json:"schema"`
	References []reference `json:"references"`
}

// reference is a document that a schema refers to by a name of its own.
type reference struct {
	Name    string `json:"name"`
	Subject string `json:"subject"`
	Version int    `json:"version"` // -1 for the newest
}

// Subjects lists the subjects, sorted, by our names. Those that the subject
// template does not fit are left out: they are not ours.
func (r *Registry) Subjects(ctx context.Context) ([]string, error) {
	theirs, err := r.client.Subjects(ctx)
	if err != nil {
		return nil, r.wrap(ctx, "list subjects", err)
	}
	var subjects []string
	for _, name := range theirs {
		if ours, ok := r.ours(name); ok {
			subjects = append(subjects, ours)
		}
	}
	slices.Sort(subjects)
	return subjects, nil
}

// Versions returns the versions of a subject, ascending, none if the registry
// does not know it. The error wraps ErrUnknownFormat if the subject's language
// is not one of ours.
func (r *Registry) Versions(ctx context.Context, subject string) ([]*evctl.Schema, error) {
	theirs, err := r.theirs(subject)
	if err != nil {
		return nil, err
	}
	numbers, err := r.client.SubjectVersions(ctx, theirs)
	if err = r.wrap(ctx, "list versions of "+theirs, err); errors.Is(err, evctl.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(numbers)
	versions := make([]*evctl.Schema, len(numbers))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for i, version := range numbers {
		group.Go(func() (err error) {
			versions[i], err = r.version(ctx, subject, theirs, version)
			return err
		})
	}
	return versions, group.Wait()
}

// Get returns one version; see evctl.Source.
func (r *Registry) Get(ctx context.Context, ref evctl.SchemaRef) (*evctl.Schema, error) {
	if ref.Registry != "" && ref.Registry != r.config.Name {
		return nil, fmt.Errorf("%s: %w", ref, evctl.ErrNotFound)
	}
	theirs, err := r.theirs(ref.Subject)
	if err != nil {
		return nil, err
	}
	return r.version(ctx, ref.Subject, theirs, ref.Version)
}

// version reads one version with everything it refers to; 0 is the newest.
func (r *Registry) version(ctx context.Context, ours, theirs string, version int) (*evctl.Schema, error) {
	a, err := r.fetch(ctx, theirs, version)
	if err != nil {
		return nil, err
	}
	s, err := r.schema(a)
	if err != nil {
		return nil, err
	}
	s.SchemaRef = evctl.SchemaRef{Registry: r.config.Name, Subject: ours, Version: a.Version}
	s.ID, s.GUID = a.ID, strings.ToLower(a.GUID)
	refs := map[string]*evctl.Schema{}
	if err := r.follow(ctx, a, refs); err != nil {
		return nil, fmt.Errorf("references of %s: %w", s.SchemaRef, err)
	}
	if len(refs) > 0 {
		s.Refs = refs
	}
	return s, nil
}

// follow collects the references of an answer, and theirs, by name.
func (r *Registry) follow(ctx context.Context, a *answer, refs map[string]*evctl.Schema) error {
	for _, ref := range a.References {
		if refs[ref.Name] != nil {
			continue
		}
		if len(refs) >= maxRefs {
			return fmt.Errorf("more than the limit of %d", maxRefs)
		}
		if err := checkSubject(ref.Subject); err != nil {
			return err
		}
		inner, err := r.fetch(ctx, ref.Subject, max(ref.Version, 0))
		if err != nil {
			return err
		}
		s, err := r.schema(inner)
		if err != nil {
			return err
		}
		if ours, ok := r.ours(inner.Subject); ok {
			s.SchemaRef = evctl.SchemaRef{Registry: r.config.Name, Subject: ours, Version: inner.Version}
		}
		refs[ref.Name] = s
		if err := r.follow(ctx, inner, refs); err != nil {
			return err
		}
	}
	return nil
}

// fetch reads one version by the registry's own name of the subject, from
// memory if it was read before; 0 is the newest.
func (r *Registry) fetch(ctx context.Context, theirs string, version int) (*answer, error) {
	key := evctl.SchemaRef{Subject: theirs, Version: version}
	if version > 0 {
		r.mu.Lock()
		known := r.cache[key]
		r.mu.Unlock()
		if known != nil {
			return known, nil
		}
	}
	number := "latest"
	if version > 0 {
		number = strconv.Itoa(version)
	}
	var a answer
	err := r.client.Do(ctx, http.MethodGet, "/subjects/"+url.PathEscape(theirs)+"/versions/"+number, nil, &a)
	if err != nil {
		return nil, r.wrap(ctx, fmt.Sprintf("read %s version %s", theirs, number), err)
	}
	if a.Version < 1 || version > 0 && a.Version != version {
		return nil, r.wrap(ctx, fmt.Sprintf("read %s version %s", theirs, number), fmt.Errorf("the answer is version %d", a.Version))
	}
	a.Subject, key.Version = theirs, a.Version
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cache[key] = &a
	return &a, nil
}

func (r *Registry) schema(a *answer) (*evctl.Schema, error) {
	format, ok := map[string]evctl.Format{"": evctl.Avro, "AVRO": evctl.Avro, "JSON": evctl.JSON, "PROTOBUF": evctl.Protobuf}[a.Type]
	if !ok {
		return nil, fmt.Errorf("%s version %d is %s: %w", a.Subject, a.Version, oneLine(a.Type), ErrUnknownFormat)
	}
	file := fmt.Sprintf("%s@%d%s", a.Subject, a.Version, format.Ext())
	return &evctl.Schema{Format: format, File: file, Text: []byte(a.Text)}, nil
}

// theirs returns the registry's name of a subject.
func (r *Registry) theirs(subject string) (string, error) {
	if r.config.SubjectTemplate != "" {
		subject = strings.Replace(r.config.SubjectTemplate, subjectPart, subject, 1)
	}
	return subject, checkSubject(subject)
}

// checkSubject refuses names that would turn a call into another one: the
// client cleans its paths.
func checkSubject(subject string) error {
	if subject == "" || subject == "." || subject == ".." {
		return fmt.Errorf("subject %q cannot be asked for: %w", subject, evctl.ErrNotFound)
	}
	return nil
}

func (r *Registry) ours(theirs string) (string, bool) {
	if r.config.SubjectTemplate == "" {
		return theirs, true
	}
	before, after, _ := strings.Cut(r.config.SubjectTemplate, subjectPart)
	name, ok := strings.CutPrefix(theirs, before)
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, after)
	return name, ok && name != ""
}
