package evctl

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Format names a schema language.
type Format string

// The formats that evctl reads.
const (
	JSON     Format = "json"
	Avro     Format = "avro"
	Protobuf Format = "protobuf"
)

// FormatOf returns the format that a file's extension stands for.
func FormatOf(file string) (Format, bool) {
	switch path.Ext(file) {
	case ".json":
		return JSON, true
	case ".avsc":
		return Avro, true
	case ".proto":
		return Protobuf, true
	}
	return "", false
}

// Ext returns the file extension of the format, with its dot.
func (f Format) Ext() string {
	switch f {
	case Avro:
		return ".avsc"
	case Protobuf:
		return ".proto"
	}
	return ".json"
}

// A SchemaRef names one version: registry/subject@version.
type SchemaRef struct {
	Registry string // may be empty where one registry is meant
	Subject  string // may contain slashes
	Version  int    // from 1; 0 means the newest
}

// ParseSchemaRef reads registry/subject@version. The registry is the part
// before the first slash; without a slash it is empty.
func ParseSchemaRef(text string) (SchemaRef, error) {
	name, version, ok := strings.Cut(text, "@")
	n, err := strconv.Atoi(version)
	if !ok || err != nil || n < 1 || strconv.Itoa(n) != version {
		return SchemaRef{}, fmt.Errorf("%q is no schema ref: want registry/subject@version, such as events/order.paid@3", text)
	}
	registry, subject, ok := strings.Cut(name, "/")
	if !ok {
		registry, subject = "", name
	}
	if subject == "" {
		return SchemaRef{}, fmt.Errorf("%q names no subject", text)
	}
	return SchemaRef{Registry: registry, Subject: subject, Version: n}, nil
}

func (r SchemaRef) String() string {
	name := r.Subject
	if r.Registry != "" {
		name = r.Registry + "/" + name
	}
	if r.Version == 0 {
		return name
	}
	return name + "@" + strconv.Itoa(r.Version)
}

// A Schema is one version of one subject, as text. Engines parse it; nobody
// changes it.
type Schema struct {
	SchemaRef
	Format Format
	File   string // where Text was read, relative to the repository's root; for positions
	Text   []byte
	// Refs holds every document that Text refers to, also through others,
	// keyed by absolute URI, import path or full name; see BaseURI.
	Refs map[string]*Schema
	// Message is the full name of the Protobuf message that the subject
	// stands for; empty means the first one in the file.
	Message string
	Retired bool // left out of comparisons
	// ID and GUID are what a remote registry calls the text, as serializers write
	// it before a message; zero if no registry says.
	ID   uint32
	GUID string // in lower case
}

// BaseURI is the address against which relative references in Text resolve
// when the text does not name one itself ($id): evctl:/// and the file's path.
func (s *Schema) BaseURI() string { return "evctl:///" + strings.TrimPrefix(s.File, "/") }
