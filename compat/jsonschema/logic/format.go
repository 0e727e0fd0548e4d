package logic

import (
	"slices"

	"github.com/evctl/evctl/internal/jsonschema"
)

// A format, or a kind of content, is known by the validators' checks, one string
// at a time: nobody knows all strings that have it. The examples are strings to
// try.
type format struct {
	name           string
	valid, invalid []string
}

// formats lists the string formats of the drafts; validators ignore others.
var formats = []format{
	{"date-time", []string{"2000-01-01T00:00:00Z"}, []string{"", "a"}},
	{"date", []string{"2000-01-01"}, []string{"", "a"}},
	{"time", []string{"00:00:00Z"}, []string{"", "a"}},
	{"duration", []string{"P1D"}, []string{"", "a"}},
	{"email", []string{"a@b.co"}, []string{"", "a"}},
	{"idn-email", []string{"a@b.co"}, []string{"", "a"}},
	{"hostname", []string{"a", "a.b"}, []string{"-a", "a b"}},
	{jsonschema.ASCIIHostname, []string{"a", "a.b", "ab--c"}, []string{"-a", "a b"}},
	{"idn-hostname", []string{"a", "a.b"}, []string{"-a", "a b"}},
	{"ipv4", []string{"1.2.3.4"}, []string{"", "a"}},
	{"ipv6", []string{"::1"}, []string{"", "a"}},
	{"uri", []string{"a:b"}, []string{"", "a", "a b"}},
	{"iri", []string{"a:b"}, []string{"", "a", "a b"}},
	{"uri-reference", []string{"a", "a:b"}, []string{"%", "\\"}},
	{"iri-reference", []string{"a", "a:b"}, []string{"%", "\\"}},
	{"uri-template", []string{"a"}, []string{"{"}},
	{"uuid", []string{"00000000-0000-4000-8000-000000000000"}, []string{"", "a"}},
	{"json-pointer", []string{"", "/a"}, []string{"a"}},
	{"relative-json-pointer", []string{"0"}, []string{"", "a"}},
	{jsonschema.Base64, []string{"", "YQ=="}, []string{"a", "%"}},
	{jsonschema.JSONText, []string{"0", "{}"}, []string{"", "{"}},
	{jsonschema.JSONInBase64, []string{"MA==", "e30="}, []string{"", "YQ=="}},
	{jsonschema.ECMARegex, []string{"a"}, []string{"("}},
}

// formatOf returns the zero value for a name that stands for no format.
func formatOf(name string) format {
	if i := slices.IndexFunc(formats, func(f format) bool { return f.name == name }); i >= 0 {
		return formats[i]
	}
	return format{}
}

// KnownFormat reports whether an asserted format rejects anything.
func KnownFormat(name string) bool {
	return formatOf(name).name != ""
}

// Samples returns strings that have the format, or that have not.
func Samples(name string, valid bool) []string {
	if valid {
		return formatOf(name).valid
	}
	return formatOf(name).invalid
}

func (t *Table) hasFormat(name, s string) Truth {
	f := formatOf(name)
	switch {
	case slices.Contains(f.valid, s):
		return Yes
	case slices.Contains(f.invalid, s):
		return No
	}
	return t.checkFormat(name, s)
}

func (t *Table) checkFormat(name, s string) Truth {
	check, ok := t.formats[name]
	if !ok {
		check = jsonschema.NewFormat(name)
		t.formats[name] = check
	}
	if check != nil {
		if has, known := check.Has(s); known {
			return TruthOf(has)
		}
	}
	return Unknown
}
