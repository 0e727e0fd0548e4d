package service

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl/internal/yamldoc"
)

const head = "apiVersion: evctl/v1\nkind: Service\nmetadata: {name: a, owner: b}\n"

func TestParseFillsDefaults(t *testing.T) {
	c, err := Parse("contract.yaml", []byte(head+"spec: {idempotency: {ttl: 1d12h}}\nx-note: [anything]\n"))
	if err != nil {
		t.Fatal(err)
	}
	i := c.Spec.Idempotency
	if i.Mode != "key" || i.ExpiredStatus != 422 || i.Scope.Tenant != "auth.tenant_id" || len(i.Fingerprint.Covers) != 4 || i.OnStoreUnavailable != "fail_closed" {
		t.Errorf("got %+v", i)
	}
	if i.TTL.Duration != 36*time.Hour || i.TTL.String() != "1d12h" {
		t.Errorf("got %v", i.TTL)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "# later\n", "contract.yaml: found nothing, want apiVersion: evctl/v1"},
		{"another version", "apiVersion: evctl/v7\nkind: Service\n", `contract.yaml:1:1: apiVersion "evctl/v7", want evctl/v1`},
		{"another kind", "apiVersion: evctl/v1\nkind: Deployment\n", `contract.yaml:2:1: kind "Deployment", want Service`},
		{"no name", "apiVersion: evctl/v1\nkind: Service\nmetadata: {owner: b}\n", "contract.yaml:3:1: no name, want the service's"},
		{"a mistyped key", head + "spec: {idempotency: {tll: 1h}}\n", `contract.yaml:4:22: unknown key "tll": did you mean "ttl"?`},
		{"a key of one's own in the wrong case", head + "X-note: 1\n", `contract.yaml:4:1: unknown key "X-note": want one of apiVersion, kind, metadata, spec`},
		{"a key twice", head + "metadata: {name: c}\n", `contract.yaml:4:1: mapping key "metadata" already defined at [3:1]`},
		{"a tab", head + "spec:\n\topenapi: x\n", "contract.yaml:5:1: found character '\t' that cannot start any token"},
		{"no duration", head + "spec: {idempotency: {ttl: 3 days}}\n", `contract.yaml:4:27: "3 days" is no duration, want one like 30s, 72h, 30d or forever`},
		{"a negative one", head + "spec: {idempotency: {ttl: -1h}}\n", `contract.yaml:4:27: "-1h" is no duration, want one like 30s, 72h, 30d or forever`},
		{"a mistyped word", head + "spec: {publishes: [{topic: t, via: outbx}]}\n", `contract.yaml:4:31: unknown value "outbx": did you mean "outbox"?`},
		{"another status", head + "spec: {idempotency: {expiredStatus: 404}}\n", `contract.yaml:4:22: unknown value "404": want one of 422, 410`},
		{"a status in words", head + "spec: {idempotency: {expiredStatus: gone}}\n", `contract.yaml:4:37: want an integer, found "gone"`},
		{"an unknown store", head + "spec: {stores: {orders: {}}, publishes: [{topic: t, store: order}]}\n", `contract.yaml:4:53: unknown store "order": did you mean "orders"?`},
		{"no version", head + "spec: {consumes: [{topic: t, events: {order.paid: []}}]}\n", "contract.yaml:4:39: no version of order.paid, want those that it reads"},
		{"version 0", head + "spec: {consumes: [{topic: t, events: {order.paid: [1, 0]}}]}\n", "contract.yaml:4:55: 0 is no version, want 1 or more"},
		{"a version twice", head + "spec: {consumes: [{topic: t, events: {order.paid: [2, 2]}}]}\n", "contract.yaml:4:55: version 2 stands here twice"},
		{"no pointer", head + "spec: {consumes: [{topic: t, events: {a: [1]}, reads: [/a, amount]}]}\n", `contract.yaml:4:60: "amount" is no field, want a JSON pointer such as /amount_minor or /items/*/sku`},
		{"an empty name", head + "spec: {consumes: [{topic: t, events: {a: [1]}, reads: [/a/]}]}\n", `contract.yaml:4:56: "/a/" is no field`},
		{"a bad escape", head + "spec: {consumes: [{topic: t, events: {a: [1]}, reads: [/a~2]}]}\n", `"/a~2" is no field`},
		{"a field twice", head + "spec: {consumes: [{topic: t, events: {a: [1]}, reads: [/a, /a]}]}\n", "contract.yaml:4:60: /a stands here twice"},
		{"fields of nothing", head + "spec: {consumes: [{topic: t, reads: [/a]}]}\n", "fields of no event, want the event types under events"},
		{"a mistyped replays", head + "spec: {consumes: [{topic: t, events: {a: [1]}, replay: true}]}\n", `unknown key "replay": did you mean "replays"?`},
		{"a window alone", head + "spec: {consumes: [{topic: t, replayWindow: 30d}]}\n", "a window of 30d without replays: true"},
		{"a list where a mapping is meant", head + "spec: [openapi]\n", "contract.yaml:4:7: want a mapping of keys to values, found a list"},
		{"a second document", head + "---\n" + head, "contract.yaml:5:1: found a second document, want one"},
		{"a bomb", head + bomb(), "aliases expand to more than the limit of 200000 values"},
		{"nesting", head + "spec: " + strings.Repeat("[", 200), "nested deeper than the limit of 100"},
		{"an undefined anchor", head + "spec: *x\n", `contract.yaml:4:8: alias of an anchor "x" that is not defined above`},
		{"Latin-1", head + "x-a: \xe9", "contract.yaml:4:6: found invalid UTF-8"},
		{"50 MB", head + strings.Repeat("#", 50<<20), "are over the limit of 262144 for one contract"},
	} {
		_, err := Parse("contract.yaml", []byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

func bomb() string {
	var b strings.Builder
	b.WriteString("x-0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "x-%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	return b.String()
}

// Anchors are no fault where they stay small.
func TestParseTakesAnchors(t *testing.T) {
	c, err := Parse("contract.yaml", []byte(head+"x-client: &c {role: key_holder, retryHorizon: 1h}\nspec: {clients: [{<<: *c, name: app}, {<<: *c, name: web}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Spec.Clients; len(got) != 2 || got[1].Role != "key_holder" || got[1].RetryHorizon.Duration != time.Hour {
		t.Errorf("got %+v", got)
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0s": 0, "72h": 72 * time.Hour, "30d": 720 * time.Hour, "1d30m": 24*time.Hour + 30*time.Minute, "forever": Forever, "36500d": 36500 * 24 * time.Hour,
	} {
		var d Duration
		if err := d.UnmarshalText([]byte(text)); err != nil || d.Duration != want || d.String() != text {
			t.Errorf("%s: got %s, %v", text, d.Duration, err)
		}
	}
	for _, text := range []string{"", "d", "1", "-1d", "1d-2h", "99999d", "9223372036854775807d", "ever"} {
		if err := new(Duration).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for a duration", text)
		}
	}
	for d, want := range map[time.Duration]string{0: "0s", 24 * time.Hour: "24h", 48 * time.Hour: "2d", 90 * time.Minute: "1h30m0s", Forever: "forever"} {
		if got := (Duration{Duration: d}).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// The published schema knows exactly the keys that the reader knows.
func TestSchemaKnowsEveryKey(t *testing.T) {
	text, err := os.ReadFile("../contract.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	compare(t, schema, schema, reflect.TypeFor[Contract](), "", map[reflect.Type]bool{})
}

func compare(t *testing.T, root, schema map[string]any, typ reflect.Type, at string, seen map[reflect.Type]bool) {
	for ref, ok := schema["$ref"].(string); ok; ref, ok = schema["$ref"].(string) {
		schema = root["definitions"].(map[string]any)[strings.TrimPrefix(ref, "#/definitions/")].(map[string]any)
	}
	if list, ok := schema["allOf"].([]any); ok {
		compare(t, root, list[0].(map[string]any), typ, at, seen)
		return
	}
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case typ == reflect.TypeFor[Duration]() || seen[typ]:
		return
	case typ.Kind() == reflect.Slice:
		compare(t, root, schema["items"].(map[string]any), typ.Elem(), at+"[]", seen)
	case typ.Kind() == reflect.Map:
		compare(t, root, schema["additionalProperties"].(map[string]any), typ.Elem(), at+".*", seen)
	case typ.Kind() == reflect.Struct:
		seen[typ] = typ == reflect.TypeFor[Dedupe]()
		properties := schema["properties"].(map[string]any)
		if schema["additionalProperties"] != false {
			t.Errorf("%s: the schema takes unknown keys", at)
		}
		var names []string
		for i := range typ.NumField() {
			if name := typ.Field(i).Tag.Get("yaml"); name != "" && name != "-" {
				names = append(names, name)
				if inner, ok := properties[name].(map[string]any); ok {
					compare(t, root, inner, typ.Field(i).Type, at+"."+name, seen)
				}
			}
		}
		for name := range properties {
			if !slices.Contains(names, name) {
				t.Errorf("%s.%s is in the schema alone", at, name)
			}
		}
		for _, name := range names {
			if properties[name] == nil {
				t.Errorf("%s.%s is not in the schema", at, name)
			}
		}
	}
}

// A file that cannot be read is a fault at its place; the others are read.
func TestLoadReadsOn(t *testing.T) {
	fsys := fstest.MapFS{
		"a/contract.yaml": {Data: []byte(head + "spec: {openapi: api.yaml, metrics: {file: m.txt}, retries: {istio: [big.yaml, bomb.yaml]}, publishes: [{topic: t, connector: c.json, samples: [s.ndjson]}], stores: {db: {migrations: db}}}\n")},
		"a/api.yaml":      {Data: []byte("openapi: 3.1.0\npaths: {/a: {$ref: 'http://127.0.0.1:1/x'}, /b: {$ref: '#/paths/~1c'}, /c: {$ref: '#/paths/~1b'}, /d: {post: {operationId: d}}}\n")},
		"a/m.txt":         {Data: []byte("up 1\n")},
		"a/big.yaml":      {Data: []byte(strings.Repeat("#", 50<<20))},
		"a/bomb.yaml":     {Data: []byte(bomb())},
		"a/c.json":        {Data: []byte(`{"a": 1, "a": 2}`)},
		"a/s.ndjson":      {Data: []byte("{}\n\n{\"a\":\n")},
		"a/db/001.sql":    {Data: []byte("--")},
	}
	c, err := Parse("a/contract.yaml", fsys["a/contract.yaml"].Data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(t.Context(), fsys, c, &Org{})
	if err != nil {
		t.Fatal(err)
	}
	if s.API.State != Present || len(s.Endpoints()) != 1 || s.Metrics.State != Present || s.Layers.State != Broken {
		t.Errorf("got API %v with %d endpoints, metrics %v, layers %v", s.API.State, len(s.Endpoints()), s.Metrics.State, s.Layers.State)
	}
	var got []string
	for _, f := range s.Faults {
		got = append(got, f.Position.String()+": "+f.Message)
	}
	want := []string{
		"a/big.yaml:1:1: 52428800 bytes are over the limit of 8388608 for one file",
		"a/bomb.yaml:6:11: aliases expand to more than the limit of 200000 values",
		"a/c.json:1:10: duplicate object member name (at /a)",
		"a/s.ndjson:3:6: unexpected EOF (at /a)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLoadStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, err := Parse("contract.yaml", []byte(head))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(ctx, fstest.MapFS{}, c, &Org{}); err == nil {
		t.Error("read on after the context ended")
	}
}

func TestTopics(t *testing.T) {
	const text = "topics:\n  a: {topicConfiguration: {retention.ms: 60000, segment.ms: 1000}}\n  b: {topicConfiguration: {retention.ms: -1}}\n  c: {partitions: 3}\n"
	var o Org
	if err := o.LoadTopics(fstest.MapFS{"t.yaml": {Data: []byte(text)}}, "t.yaml"); err != nil {
		t.Fatal(err)
	}
	got := o.Topics.Value
	if got["a"].Retention != time.Minute || got["a"].Segment != time.Second || got["a"].Position.String() != "t.yaml:2:28" || got["b"].Retention != Forever || got["c"].Retention != 0 {
		t.Errorf("got %+v", got)
	}
	for text, want := range map[string]string{
		"topic: {}": "t.yaml:1:1: no mapping topics, want one of names to settings",
		"topics: {a: {topicConfiguration: {retention.ms: 7d}}}": `t.yaml:1:35: "7d" is no time in milliseconds, want -1 or more`,
		"topics: {a: {topicConfiguration: {segment.ms: -2}}}":   `t.yaml:1:35: "-2" is no time in milliseconds, want -1 or more`,
	} {
		var o Org
		if err := o.LoadTopics(fstest.MapFS{"t.yaml": {Data: []byte(text)}}, "t.yaml"); err != nil || o.Fault == nil {
			t.Errorf("%s: got %v", text, err)
		} else if got := o.Fault.Position.String() + ": " + o.Fault.Message; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("../../examples/orders/contract.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("contract.yaml", text)
		var wrong *yamldoc.Error
		for _, one := range unjoined(err) {
			if w, ok := one.(*yamldoc.Error); !ok {
				t.Errorf("%v is no %T", one, wrong)
			} else {
				wrong = w
			}
		}
		if err == nil {
			if _, err := Load(t.Context(), fstest.MapFS{}, c, &Org{}); err != nil {
				t.Error(err)
			}
		}
	})
}

func unjoined(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if err == nil || !ok {
		return slices.DeleteFunc([]error{err}, func(e error) bool { return e == nil })
	}
	var out []error
	for _, one := range joined.Unwrap() {
		out = append(out, unjoined(one)...)
	}
	return out
}
