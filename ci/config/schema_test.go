package config

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/internal/yamldoc"
)

type object = map[string]any

// The published schema and the struct name the same keys with the same types.
func TestSchemaAgreesWithTheStruct(t *testing.T) {
	var schema object
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	definitions, _ := schema["definitions"].(object)
	agree(t, "", schema, reflect.TypeFor[Config](), definitions)
}

func agree(t *testing.T, at string, schema object, typ reflect.Type, definitions object) {
	if ref, ok := schema["$ref"].(string); ok {
		schema, _ = definitions[strings.TrimPrefix(ref, "#/definitions/")].(object)
	}
	if _, ok := reflect.New(typ).Interface().(interface{ UnmarshalText([]byte) error }); ok {
		if schema["enum"] == nil {
			t.Errorf("%s has no enum", at)
		}
		return
	}
	switch typ.Kind() {
	case reflect.Struct:
		agreeOnKeys(t, at, schema, typ, definitions)
	case reflect.Map:
		inner, _ := schema["additionalProperties"].(object)
		agree(t, at+"/*", inner, typ.Elem(), definitions)
	case reflect.Slice:
		inner, _ := schema["items"].(object)
		agree(t, at+"/[]", inner, typ.Elem(), definitions)
	case reflect.Int:
		if schema["type"] != "integer" && schema["enum"] == nil {
			t.Errorf("%s is %v, want an integer", at, schema["type"])
		}
	case reflect.Bool:
		if schema["type"] != "boolean" {
			t.Errorf("%s is %v, want a boolean", at, schema["type"])
		}
	case reflect.String:
		if schema["type"] != "string" && schema["enum"] == nil {
			t.Errorf("%s is %v, want a string", at, schema["type"])
		}
	default:
		t.Errorf("%s has a type that the schema cannot say: %s", at, typ)
	}
}

func agreeOnKeys(t *testing.T, at string, schema object, typ reflect.Type, definitions object) {
	properties, _ := schema["properties"].(object)
	if schema["additionalProperties"] != false {
		t.Errorf("%s lets unknown keys through", at)
	}
	left := slices.Sorted(maps.Keys(properties))
	for i := range typ.NumField() {
		field := typ.Field(i)
		name := field.Tag.Get("yaml")
		if name == "-" || !field.IsExported() {
			continue
		}
		property, ok := properties[name].(object)
		if !ok {
			t.Errorf("%s/%s is not in the schema", at, name)
			continue
		}
		left = slices.DeleteFunc(left, func(key string) bool { return key == name })
		agree(t, at+"/"+name, property, field.Type, definitions)
	}
	if len(left) > 0 {
		t.Errorf("%s: the struct has no %s", at, strings.Join(left, ", "))
	}
}

// Every default that the schema tells is the one that holds.
func TestSchemaTellsTheDefaults(t *testing.T) {
	var schema object
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	c := Default()
	told := 0
	for path, want := range map[string]any{
		"semantics/policy": string(c.Semantics.Policy), "semantics/formats": c.Semantics.Formats, "semantics/draft": c.Semantics.Draft,
		"semantics/protobuf": string(c.Semantics.Protobuf), "envelope/max-bytes": float64(c.Envelope.MaxBytes),
		"lint/packages": []any{"./..."}, "lint/min-confidence": c.Lint.MinConfidence, "contracts": []any{"**/contract.yaml"},
		"exceptions/file": c.Exceptions.File, "exceptions/same-change": c.Exceptions.SameChange, "fail-on": c.FailOn.String(),
		"": c.Compatibility.String(),
	} {
		node := schema
		for key := range strings.SplitSeq(path, "/") {
			if key != "" {
				node = node["properties"].(object)[key].(object)
			}
		}
		if path == "" {
			node = schema["definitions"].(object)["mode"].(object)
		}
		if told++; !reflect.DeepEqual(node["default"], want) {
			t.Errorf("%s: the schema tells %v, want %v", path, node["default"], want)
		}
	}
	if got := strings.Count(string(Schema), `"default"`); got != told {
		t.Errorf("the schema tells %d defaults, %d are checked", got, told)
	}
}

// The schema takes what Parse takes, and refuses what it refuses.
func TestSchemaJudgesLikeParse(t *testing.T) {
	validator, err := jsonschema.Compile(&evctl.Schema{Format: evctl.JSON, File: "evctl.schema.json", Text: Schema}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		full, "version: 1", "version: 2", "version: 1\nregisty: {}", "version: 1\nregistry: {name: a/b}", "version: 1\nschemas: [{subject: x}]",
		"version: 1\noverrides: [{subject: x}]", "version: 1\noverrides: [{subject: x, compatibility: FULL}]", "version: 1\ncompatibility: FULLL",
		"version: 1\nsemantics: {policy: lenien}", "version: 1\nenvelope: {version: 3}", "version: 1\nenvelope: {max-bytes: 0}",
		"version: 1\nrules: {a/b: off}", "version: 1\nrules: {a/b: fatal}", "version: 1\nfail-on: sometimes", "version: 1\nlint: {min-confidence: none}",
		"version: 1\nlint: {sinks: [{match: acme.F, effect: write, args: {tx: recv, value: 1}}]}", "version: 1\nlint: {sinks: [{match: Emit}]}", "version: 1\nlint: {sinks: [{effect: publish}]}",
		"version: 1\nlint: {sinks: [acme.F]}", "version: 1\nlint: {sinks: [{match: acme.F, args: {topik: 1}}]}", "version: 1\nlint: {sinks: [{match: acme.F, args: {topic: -1}}]}",
		"version: 1\nregistry: {url: 'ftp://x'}", "version: 1\nregistry: {subject-name: x}", "version: 1\norg: {adopted: soon}", "registry: {}",
		"version: 1\nkafka: {tls: {cert: a.pem}}", "version: 1\nkafka: {tls: {cert: a.pem, key: /b.pem}}", "version: 1\nkafka: {tls: {enabled: perhaps}}",
		"version: 1\nkafka: {sasl: {}}", "version: 1\nkafka: {sasl: {mechanism: kerberos}}", "version: 1\nkafka: {sasl: {user: me}}", "version: 1\nkafka: {sasl: {token-env: T}}",
		"version: 1\nkafka: {sasl: {mechanism: plain, user: me, password-env: P}}", "version: 1\nkafka: {sasl: {mechanism: plain, password: P}}",
		"version: 1\nkafka: {sasl: {mechanism: plain, password-env: p=q}}", "version: 1\nkafka: {sasl: {mechanism: plain, password-env: P, password-file: p}}",
		"version: 1\nkafka: {sasl: {mechanism: plain, token-env: P}}", "version: 1\nkafka: {sasl: {mechanism: oauthbearer, password-file: P}}",
		"version: 1\nkafka: {sasl: {mechanism: oauthbearer, token-file: /t, extensions: {a: b}}}", "version: 1\nkafka: {sasl: {mechanism: plain, extensions: {a: b}}}",
	} {
		_, parseErr := Parse("evctl.yaml", []byte(text))
		var value any
		if err := yamldoc.Decode("evctl.yaml", []byte(text), &value); err != nil {
			t.Fatal(err)
		}
		document, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := jsondoc.Parse("evctl.yaml", document)
		if err != nil {
			t.Fatal(err)
		}
		if schemaErr := validator.Validate(parsed.Root); (schemaErr == nil) != (parseErr == nil) {
			t.Errorf("%q: the schema says %v, Parse says %v", text, schemaErr, parseErr)
		}
	}
}
