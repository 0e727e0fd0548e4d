// Package config reads evctl.yaml, the tool's configuration.
//
// Call [Load]: it finds the file from a directory upwards, reads it strictly
// (an unknown key is an error with its place and the key that was meant) and
// fills in what a repository without one gets. [Config.Verify] checks what a
// run would notice late. evctl.schema.json describes the file for editors. The
// package reads no registry and no git.
package config

import (
	_ "embed"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
	"github.com/evctl/evctl/lint/catalog"
)

// Schema is the JSON Schema of evctl.yaml.
//
//go:embed evctl.schema.json
var Schema []byte

// A Config is the content of evctl.yaml with defaults filled in. Paths and
// globs are slash-separated and relative to Root.
type Config struct {
	Version       int        `yaml:"version"` // 1
	Registry      Registry   `yaml:"registry"`
	Schemas       []Layout   `yaml:"schemas"` // first match wins
	Semantics     Semantics  `yaml:"semantics"`
	Compatibility Mode       `yaml:"compatibility"`
	Overrides     []Override `yaml:"overrides"` // first match wins
	Envelope      Envelope   `yaml:"envelope"`
	Kafka         Kafka      `yaml:"kafka"`
	Lint          Lint       `yaml:"lint"`
	Contracts     []string   `yaml:"contracts"` // globs of contract.yaml files
	Consumers     []string   `yaml:"consumers"` // directories of contracts, and lists of consumers: files, addresses; paths may lead out of Root
	Org           Org        `yaml:"org"`
	Exceptions    Exceptions `yaml:"exceptions"`
	// Rules changes severities, by rule id; ResolveRules turns aliases into ids.
	Rules  map[string]evctl.Severity `yaml:"rules"`
	FailOn FailOn                    `yaml:"fail-on"`

	Root string `yaml:"-"` // the repository's root, absolute
	File string `yaml:"-"` // relative to Root; empty without a file

	doc *yamldoc.Document // nil without a file
}

// A Registry says where published versions live besides git.
type Registry struct {
	Name string `yaml:"name"` // the first part of a schema ref
	Dir  string `yaml:"dir"`  // holds NAME/SUBJECT/VERSION.ext; empty if there is none
	URL  string `yaml:"url"`  // of a Confluent-compatible registry; several addresses of it with commas
	// SubjectName makes the remote registry's subject of ours, such as
	// {subject}-value; empty means that both have one name.
	SubjectName string `yaml:"subject-name"`
	Context     string `yaml:"context"` // of the remote registry; empty is the default one
	Glue        Glue   `yaml:"glue"`
}

// URLs returns the addresses of the remote registry.
func (r Registry) URLs() []string {
	return strings.FieldsFunc(r.URL, func(c rune) bool { return c == ',' || c == ' ' })
}

// Glue names a registry of AWS Glue.
type Glue struct {
	Registry string `yaml:"registry"`
	Region   string `yaml:"region"`
}

// A Layout says which files that are edited in place are which subjects. Path
// and Subject may hold {placeholders}; {version} may stand in Path.
type Layout struct {
	Path    string `yaml:"path"`
	Subject string `yaml:"subject"`
	Since   string `yaml:"since"`   // the git ref from which versions count
	Root    string `yaml:"root"`    // where imports and references are looked up
	Message string `yaml:"message"` // the Protobuf message that the subject stands for
}

// Semantics are the choices behind evctl.Semantics, as they are written.
type Semantics struct {
	Policy   evctl.Policy `yaml:"policy"`  // lenient, strict
	Formats  string       `yaml:"formats"` // annotate, assert
	Draft    string       `yaml:"draft"`   // 4, 6, 7, 2019-09, 2020-12
	Protobuf evctl.Level  `yaml:"protobuf"`
}

// An Override sets the mode of the subjects that match a glob.
type Override struct {
	Subject       string `yaml:"subject"`
	Compatibility Mode   `yaml:"compatibility"`
}

// Envelope says what events look like and where samples of them are.
type Envelope struct {
	Version  int      `yaml:"version"`   // 1, 2; 0 lets each event tell
	MaxBytes int      `yaml:"max-bytes"` // of one event
	Events   []string `yaml:"events"`    // globs of NDJSON files
}

// Lint says which Go code to analyse.
type Lint struct {
	Packages      []string       `yaml:"packages"`
	MinConfidence string         `yaml:"min-confidence"` // low, medium, high
	Sinks         []catalog.Sink `yaml:"sinks"`          // what functions do that evctl does not know
}

// Org is what holds for the whole organisation. Topics, Calendar, Quarantine
// and Replay are files.
type Org struct {
	Topics     string   `yaml:"topics"`
	Calendar   string   `yaml:"calendar"`
	Regions    []string `yaml:"regions"`
	Quarantine string   `yaml:"quarantine"`
	Adopted    string   `yaml:"adopted"`   // the day the RFC took effect, YYYY-MM-DD
	Approvers  []string `yaml:"approvers"` // who may decide exceptions
	Replay     string   `yaml:"replay"`
}

// Exceptions says where waivers are and whether a change may approve its own.
type Exceptions struct {
	File       string `yaml:"file"`
	SameChange string `yaml:"same-change"` // deny, allow
}

// Default returns the configuration of a repository without a file.
func Default() *Config {
	return &Config{
		Version:       1,
		Semantics:     Semantics{Policy: evctl.Lenient, Formats: "annotate", Draft: "7", Protobuf: evctl.WireJSON},
		Compatibility: Mode{evctl.FullAll},
		Envelope:      Envelope{MaxBytes: 900_000},
		Lint:          Lint{Packages: []string{"./..."}, MinConfidence: "medium"},
		Contracts:     []string{"**/contract.yaml"},
		Exceptions:    Exceptions{File: "evctl.exceptions.yaml", SameChange: "deny"},
		FailOn:        FailOn{evctl.Error},
	}
}

// Evctl returns the semantics that compat, validation and the run-time
// validator share.
func (s Semantics) Evctl() evctl.Semantics {
	return evctl.Semantics{Policy: s.Policy, AssertFormats: s.Formats == "assert", Draft: s.Draft, Level: s.Protobuf}
}

// Mode returns the mode of a subject, as far as this file decides it.
func (c *Config) Mode(subject string) evctl.Mode {
	for _, o := range c.Overrides {
		if ok, _ := doublestar.Match(o.Subject, subject); ok {
			return o.Compatibility.Mode
		}
	}
	return c.Compatibility.Mode
}

// Severity returns the severity of a rule's finding under this configuration.
func (c *Config) Severity(rule string, otherwise evctl.Severity) evctl.Severity {
	if s, ok := c.Rules[rule]; ok {
		return s
	}
	return otherwise
}

// Remote reports whether published versions also live outside git.
func (r Registry) Remote() bool { return r.URL != "" || r.Glue != Glue{} }

// BaselineFile returns where the baseline lives: beside the configuration.
func (c *Config) BaselineFile() string { return path.Join(c.dir(), "evctl.baseline.yaml") }

// dir is the folder of the configuration file, relative to Root.
func (c *Config) dir() string { return path.Dir(c.File) }

// Position returns the place of a value in the file.
func (c *Config) Position(keys ...any) evctl.Position {
	if c.doc == nil {
		return evctl.Position{}
	}
	return c.doc.Position(keys...)
}
