// Package protobuf has the witnesses of package compat/protobuf read by
// implementations that are not ours: the bytes by protoc, the JSON by Python's
// protobuf package. Tests only.
package protobuf

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/protobuf"
)

// A change is two versions of a schema and the message they stand for.
type change struct {
	name, message string
	old, new      string
}

var scalars = []string{"double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64",
	"fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes"}

var labels = map[string]string{
	"singular": "%s x = 1;", "optional": "optional %s x = 1;", "repeated": "repeated %s x = 1;",
	"oneof": "oneof o { %s x = 1; }", "map": "map<string, %s> x = 1;",
}

// matrix returns a change for each pair of types of one field, each pair of
// labels, and what proto2 has besides.
func matrix() []change {
	const proto3 = "syntax = \"proto3\";\npackage p;\nenum E { E_ZERO = 0; E_ONE = 1; }\nmessage Sub { int32 a = 1; }\n"
	const proto2 = "syntax = \"proto2\";\npackage p;\nenum E { E_ZERO = 0; E_ONE = 1; }\nmessage Sub { optional int32 a = 1; }\n"
	var list []change
	pairs := func(header string, fields map[string]string) {
		for a, was := range fields {
			for b, is := range fields {
				if a != b {
					list = append(list, change{a + " to " + b, "p.M", header + "message M { " + was + " }\n", header + "message M { " + is + " }\n"})
				}
			}
		}
	}
	types := append([]string{"E", "Sub"}, scalars...)
	singular := map[string]string{}
	for _, typ := range types {
		singular[typ] = fmt.Sprintf(labels["singular"], typ)
	}
	pairs(proto3, singular)
	for _, typ := range types {
		fields := map[string]string{}
		for label, format := range labels {
			fields[label+" "+typ] = fmt.Sprintf(format, typ)
		}
		pairs(proto3, fields)
	}
	pairs(proto2, map[string]string{
		"closed enum": "optional E x = 1;", "closed enums": "repeated E x = 1;", "number": "optional int32 x = 1;",
		"default": "optional int32 x = 1 [default = 7];", "required": "required int32 x = 1;",
		"group": "optional group X = 1 { optional int32 a = 1; }", "message": "optional Sub x = 1;",
		"packed": "repeated int32 x = 1 [packed = true];", "unpacked": "repeated int32 x = 1;",
	})
	return list
}

// archives returns the changes that the rules' own archives show.
func archives(t *testing.T) []change {
	files, err := filepath.Glob("../../compat/rules/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	var list []change
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]string{}
		for _, f := range archive.Files {
			parts[f.Name] = string(f.Data)
		}
		// Any and a subject without its message have no two sides that read the
		// bytes; protoc prints the entries of a map before it drops double ones.
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if parts["1.proto"] == "" || strings.HasPrefix(name, "package-changed") || strings.HasPrefix(name, "message-removed") || name == "field-cardinality-changed,map" {
			continue
		}
		list = append(list, change{name, subjectOf(parts), parts["1.proto"], parts["new.proto"]})
	}
	return list
}

func subjectOf(parts map[string]string) string {
	if _, message, ok := strings.Cut(parts["options"], "message: "); ok {
		message, _, _ = strings.Cut(message, "\n")
		return message
	}
	_, rest, _ := strings.Cut(parts["1.proto"], "message ")
	name, _, _ := strings.Cut(rest, " ")
	return "shop.v1." + name
}

// findings judges a change in one direction.
func (c change) findings(t *testing.T, dir evctl.Direction) []evctl.Finding {
	schema := func(file, text string) *evctl.Schema {
		return &evctl.Schema{Format: evctl.Protobuf, File: file, Text: []byte(text), Message: c.message}
	}
	j, err := protobuf.New().Compare(context.Background(), schema("old.proto", c.old), schema("new.proto", c.new),
		[]evctl.Direction{dir}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	if j.Verdict == evctl.Invalid {
		t.Fatalf("%s: %v", c.name, j.Findings)
	}
	return j.Findings
}
