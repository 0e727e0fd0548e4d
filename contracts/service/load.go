package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/exposition"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/openapi"
	"github.com/evctl/evctl/internal/yamldoc"
)

// A Service is a contract with what it refers to.
type Service struct {
	*Contract
	API     Input[*openapi.Document]
	Metrics Input[[]exposition.Family]
	Layers  Input[[]Layer]     // whatever may retry, besides clients and calls
	Samples map[string][]Event // by file relative to the repository's root
	Reports []Report           // of tools that looked at its code
	Org     *Org               // what holds for all services

	Faults []Fault
	Files  []string // what was read, and what was looked for in vain

	fsys   fs.FS
	byHost map[string][]Layer
}

// An Input is something that a rule may need.
type Input[T any] struct {
	Value T
	State State
	Why   string // it is not there
}

// A State says what became of an input.
type State int

// The states.
const (
	Absent  State = iota // the contract names none
	Present              // it was read
	Broken               // it could not be read; there is a fault
	Outside              // it is elsewhere, and nothing is fetched
)

// A Fault is something that a contract names and does not have.
type Fault struct {
	Kind     FaultKind
	Key      string // what it is about, for the fingerprint
	Message  string
	Position evctl.Position
}

// A FaultKind tells the rules about contracts apart.
type FaultKind int

// The kinds.
const (
	Missing    FaultKind = iota // a file does not exist
	Unreadable                  // a file is not what it should be
	Unknown                     // an operation that the OpenAPI document does not have
)

// MaxFileBytes bounds what is read of any file that a contract names.
const MaxFileBytes = 8 << 20

// Load reads the files that a contract names. Paths resolve below the root of
// fsys. The error means that reading failed, not that a file is wrong.
func Load(ctx context.Context, fsys fs.FS, c *Contract, org *Org) (*Service, error) {
	s := &Service{Contract: c, Org: org, fsys: fsys, Files: []string{c.File}, Samples: map[string][]Event{}, byHost: map[string][]Layer{}}
	for _, read := range []func() error{s.loadAPI, s.loadMetrics, s.loadLayers, s.loadEvidence, s.loadRest} {
		if err := errors.Join(ctx.Err(), read()); err != nil {
			return nil, err
		}
	}
	s.checkOperations()
	return s, nil
}

func (s *Service) loadAPI() error {
	name := s.Spec.OpenAPI
	switch {
	case name == "":
		s.API.Why = "the contract names no OpenAPI document"
		return nil
	case isAddress(name):
		s.API.State, s.API.Why = Outside, name+" is an address, and nothing is fetched"
		return nil
	}
	text, err := s.read(name, "spec", "openapi")
	if err != nil || text == nil {
		s.API.State, s.API.Why = Broken, name+" cannot be read"
		return err
	}
	doc, err := openapi.Parse(s.resolve(name), text)
	if err != nil {
		s.unreadable(err)
		s.API.State, s.API.Why = Broken, name+" cannot be read"
		return nil
	}
	s.API.State, s.API.Value = Present, doc
	return nil
}

func (s *Service) loadMetrics() error {
	m := s.Spec.Metrics
	switch {
	case m.File == "" && m.Scrape != "":
		s.Metrics.State, s.Metrics.Why = Outside, "metrics.scrape is an address, and nothing is fetched; metrics.file may hold what it answers"
		return nil
	case m.File == "":
		s.Metrics.Why = "the contract names no metrics"
		return nil
	}
	text, err := s.read(m.File, "spec", "metrics", "file")
	if err != nil || text == nil {
		s.Metrics.State, s.Metrics.Why = Broken, m.File+" cannot be read"
		return err
	}
	families, err := exposition.Parse(s.resolve(m.File), text)
	if err != nil {
		s.unreadable(err)
		s.Metrics.State, s.Metrics.Why = Broken, m.File+" cannot be read"
		return nil
	}
	s.Metrics.State, s.Metrics.Value = Present, families
	return nil
}

func isAddress(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// resolve returns a path relative to the repository's root.
func (s *Service) resolve(name string) string { return path.Join(path.Dir(s.File), name) }

// read returns the text of a file that the contract names at some place, or nil
// if there is none, which is a fault then.
func (s *Service) read(name string, keys ...any) ([]byte, error) {
	if !s.exists(name, keys...) {
		return nil, nil
	}
	file := s.resolve(name)
	info, err := fs.Stat(s.fsys, file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", file, err)
	case info.IsDir():
		s.fault(Unreadable, name, s.Position(keys...), "%s is a folder, want a file", name)
		return nil, nil
	case info.Size() > MaxFileBytes:
		s.fault(Unreadable, name, evctl.Position{File: file, Line: 1, Column: 1}, "%d bytes are over the limit of %d for one file", info.Size(), int64(MaxFileBytes))
		return nil, nil
	}
	text, err := fs.ReadFile(s.fsys, file)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return append([]byte{}, text...), nil
}

// exists reports whether a file or folder is there; else it is a fault.
func (s *Service) exists(name string, keys ...any) bool {
	file := s.resolve(name)
	if path.IsAbs(name) || !fs.ValidPath(file) {
		s.fault(Missing, name, s.Position(keys...), "path %q leads out of the repository, want one relative to the contract", name)
		return false
	}
	s.Files = append(s.Files, file)
	if _, err := fs.Stat(s.fsys, file); err != nil {
		s.fault(Missing, name, s.Position(keys...), "%s does not exist", name)
		return false
	}
	return true
}

func (s *Service) fault(kind FaultKind, key string, at evctl.Position, message string, args ...any) {
	s.Faults = append(s.Faults, Fault{kind, key, fmt.Sprintf(message, args...), at})
}

// unreadable turns the errors of parsers into faults at their places.
func (s *Service) unreadable(err error) {
	var api *openapi.Error
	var metrics *exposition.Error
	var doc *yamldoc.Error
	var json *jsondoc.Error
	switch {
	case errors.As(err, &api):
		s.fault(Unreadable, api.Position.File, api.Position, "%s", api.Message)
	case errors.As(err, &metrics):
		s.fault(Unreadable, metrics.Position.File, metrics.Position, "%s", metrics.Message)
	case errors.As(err, &json):
		s.fault(Unreadable, json.Position.File, json.Position, "%s", json.Message)
	case errors.As(err, &doc):
		s.fault(Unreadable, doc.Position.File, doc.Position, "%s", doc.Message)
	}
}
