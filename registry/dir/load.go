package dir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/yamldoc"
	"github.com/evctl/evctl/registry/rules"
)

// maxBytes is the most of one schema or subject.yaml that is read.
const maxBytes = jsondoc.MaxBytes

// load reads the subject's settings and texts. The error is one of the
// machinery (no history); it is kept, since the next try would fail as well.
func (r *Registry) load(ctx context.Context, s *subject) error {
	r.readSettings(s)
	if s.versions != nil || s.err != nil {
		return s.err
	}
	s.versions = []*evctl.Schema{}
	if s.inPlace() {
		s.versions, s.err = r.loadInPlace(ctx, s)
		return s.err
	}
	before := 0
	for _, version := range slices.Sorted(maps.Keys(s.files)) {
		file := s.files[version]
		if version != before+1 {
			s.report(gap(file, before, version))
		}
		before = version
		text, err := r.readFile(file)
		if err != nil {
			s.report(unreadable(file, err))
			continue
		}
		s.versions = append(s.versions, r.schema(s, version, file, text))
	}
	s.checkFormats()
	return nil
}

func gap(file string, before, version int) evctl.Finding {
	if before == 0 {
		return rules.VersionGap.At(evctl.Position{File: file}, "the first version is %d, want 1", version)
	}
	return rules.VersionGap.At(evctl.Position{File: file}, "version %d follows version %d, want %d", version, before, before+1)
}

func (s *subject) checkFormats() {
	for i, v := range s.versions {
		if i > 0 && v.Format != s.versions[i-1].Format {
			f := rules.MixedFormats.At(evctl.Position{File: v.File}, "version %d is %s, version %d is %s", v.Version, v.Format, s.versions[i-1].Version, s.versions[i-1].Format)
			f.Key = string(v.Format)
			s.report(f)
		}
	}
}

func (r *Registry) schema(s *subject, version int, file string, text []byte) *evctl.Schema {
	format, _ := evctl.FormatOf(file)
	message := s.Settings.Message
	if s.pattern != nil {
		message = s.pattern.Message
	}
	return &evctl.Schema{
		SchemaRef: evctl.SchemaRef{Registry: r.layout.Name, Subject: s.name, Version: version},
		Format:    format, File: file, Text: text, Message: message, Retired: s.Settings.IsRetired(version),
	}
}

// readSettings reads subject.yaml, once.
func (r *Registry) readSettings(s *subject) {
	if s.read {
		return
	}
	s.read = true
	if s.settings == "" {
		return
	}
	text, err := r.readFile(s.settings)
	if err != nil {
		s.report(invalidSettings(s.settings, err))
		return
	}
	var findings []evctl.Finding
	s.Settings, findings = readSettings(s.settings, text, slices.Sorted(maps.Keys(s.files)))
	for _, f := range findings {
		s.report(f)
	}
}

func (r *Registry) settingsPosition(s *subject, key string) evctl.Position {
	if s.settings == "" {
		return evctl.Position{File: s.anyFile()}
	}
	text, err := r.readFile(s.settings)
	if err != nil {
		return evctl.Position{File: s.settings}
	}
	doc, err := yamldoc.Parse(s.settings, text)
	if err != nil {
		return evctl.Position{File: s.settings}
	}
	return doc.Position(key)
}

// report adds a finding; its subject is filled in when it is handed out.
func (s *subject) report(f evctl.Finding) { s.findings = append(s.findings, f) }

var errLink = errors.New("it is a symbolic link or no regular file")

func unreadable(file string, err error) evctl.Finding {
	return rules.UnreadableFile.At(evctl.Position{File: file}, "cannot be read: %v", err)
}

// readFile reads a regular file of at most maxBytes.
func (r *Registry) readFile(file string) ([]byte, error) {
	f, err := r.fsys.Open(file)
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close()
	stat, err := f.Stat()
	switch {
	case err != nil:
		return nil, bare(err)
	case !stat.Mode().IsRegular():
		return nil, errLink
	case stat.Size() > maxBytes:
		return nil, fmt.Errorf("%d bytes are over the limit of %d for one file", stat.Size(), maxBytes)
	}
	text := bytes.NewBuffer(make([]byte, 0, stat.Size()+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(f, maxBytes))
	return text.Bytes(), bare(err)
}

// bare drops the operation and path that a finding shows anyway.
func bare(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return path.Err
	}
	return err
}
