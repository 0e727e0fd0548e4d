package openapi

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

const shop = `openapi: 3.1.0
info: {title: shop, version: "1"}
paths:
  /orders/{id}:
    parameters:
    - {$ref: '#/components/parameters/Key'}
    - {name: id, in: path, required: true, schema: {type: string}}
    post:
      operationId: pay
      x-idempotency: {ttl: PT72H}
      parameters:
      - {name: idempotency-key, in: header, schema: {type: string, minLength: 20}}
      - {$ref: 'http://127.0.0.1:1/x.yaml#/P'}
      - {$ref: '#/components/parameters/A'}
      - {$ref: '#/components/parameters/None'}
      responses:
        "201": {description: done, headers: {X-é: {schema: {type: string}}, Y: {}}}
        "409": {$ref: '#/components/responses/Busy'}
        "410": {$ref: './errors.yaml#/Gone'}
    get: {responses: {default: {$ref: '#/components/responses/Busy'}}}
  /alias: {$ref: '#/paths/~1orders~1%7Bid%7D'}
  /far: {$ref: 'https://example.invalid/paths.yaml'}
components:
  parameters:
    Key: {name: Idempotency-Key, in: header, required: true, schema: {$ref: '#/components/schemas/Key'}}
    A: {$ref: '#/components/parameters/B'}
    B: {$ref: '#/components/parameters/A'}
  responses:
    Busy:
      description: busy
      headers: {Retry-After: {schema: {type: integer}}}
      content: {application/problem+json: {schema: {allOf: [{$ref: '#/components/schemas/Problem'}, {properties: {code: {enum: [busy, slow]}}}]}}}
  schemas:
    Key: {type: string, minLength: 16, maxLength: 64, pattern: '^x'}
    Problem: {type: object, properties: {cause: {$ref: '#/components/schemas/Problem'}, error: {$ref: '#/components/schemas/Problem'}, type: {const: about:busy}}}
`

func TestParse(t *testing.T) {
	doc, err := Parse("api.yaml", []byte(shop))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, o := range doc.Operations {
		fmt.Fprintf(&b, "%s %s %q %s ttl=%s\n", o.Method, o.Path, o.Name(), o.Position, o.TTL.Value)
		for _, p := range o.Parameters {
			fmt.Fprintf(&b, "  %s %s required=%t length=%s..%s %s\n", p.In, p.Name, p.Required, show(p.MinLength), show(p.MaxLength), p.Position)
		}
		for _, r := range o.Responses {
			fmt.Fprintf(&b, "  %s %v %v %s\n", r.Status, r.Headers, r.Codes, r.Position)
		}
		for _, open := range o.Open {
			fmt.Fprintf(&b, "  %s: %s %s\n", open.Position, open.Ref, open.Why)
		}
	}
	pay := `
  header idempotency-key required=false length=20..- api.yaml:12:9
  path id required=true length=-..- api.yaml:7:7
  201 [X-é Y] [] api.yaml:17:9
  409 [Retry-After] [{about:busy api.yaml:35:150} {busy api.yaml:32:129} {slow api.yaml:32:135}] api.yaml:18:9
  api.yaml:13:16: http://127.0.0.1:1/x.yaml#/P leads out of the document, which is not followed
  api.yaml:26:15: #/components/parameters/B leads in a circle
  api.yaml:15:16: #/components/parameters/None leads to nothing
  api.yaml:19:23: ./errors.yaml#/Gone leads out of the document, which is not followed
`
	get := `
  header Idempotency-Key required=true length=16..64 api.yaml:6:7
  path id required=true length=-..- api.yaml:7:7
  default [Retry-After] [{about:busy api.yaml:35:150} {busy api.yaml:32:129} {slow api.yaml:32:135}] api.yaml:20:23
`
	want := `POST /orders/{id} "pay" api.yaml:8:5 ttl=PT72H` + pay + `GET /orders/{id} "GET /orders/{id}" api.yaml:20:5 ttl=` + get +
		`POST /alias "pay" api.yaml:8:5 ttl=PT72H` + pay + `GET /alias "GET /alias" api.yaml:20:5 ttl=` + get +
		" /far \" /far\" api.yaml:22:3 ttl=\n  api.yaml:22:16: https://example.invalid/paths.yaml leads out of the document, which is not followed\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func show(n *int) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "# empty", "api.yaml:1:1: found nothing, want an OpenAPI document"},
		{"a list", "- a", "api.yaml:1:1: want a mapping with the key openapi"},
		{"Swagger", "info: {}\nswagger: '2.0'", "api.yaml:2:1: Swagger 2.0, want OpenAPI 3.0 or 3.1"},
		{"AsyncAPI", "asyncapi: 3.0.0", "api.yaml:1:1: no key openapi, want one with 3.0 or 3.1"},
		{"a future version", "openapi: 4.0.0", `api.yaml:1:10: OpenAPI version "4.0.0", want 3.0 or 3.1`},
		{"a tab", "openapi: 3.1.0\npaths:\n\t/a: {}", "api.yaml:3:1: found character that cannot start any token"},
		{"a key twice", "openapi: 3.1.0\npaths: {/é: {}, /é: {}}", `api.yaml:2:18: key "/é" stands twice, first in line 2`},
		{"a circle of aliases", "openapi: 3.1.0\npaths: &a [*a]", "api.yaml:2:8: nested deeper than the limit of 100"},
		{"a bomb", "openapi: 3.1.0\n" + bomb(), "api.yaml:2:20: aliases expand to more than the limit of 1000000 values"},
		{"nesting", "openapi: 3.1.0\na: " + strings.Repeat("[", 120) + strings.Repeat("]", 120), "api.yaml:2:104: nested deeper than the limit of 100"},
		{"50 MB", strings.Repeat("x", 50<<20), "api.yaml:1:1: 52428800 bytes are over the limit of 4194304 for one OpenAPI document"},
		{"Latin-1", "openapi: \xe9", "api.yaml:1:1: found invalid UTF-8"},
	} {
		_, err := Parse("api.yaml", []byte(test.text))
		var own *Error
		if !errors.As(err, &own) || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	return b.String()
}

// What many paths share is looked at once, or its size is counted: a small text
// cannot make much work, or many words.
func TestParseSharesWork(t *testing.T) {
	many := func(format string) string {
		var b strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	refs := many("  /%d: {$ref: '#/x'}\n")
	for name, text := range map[string]string{
		"long path item":   "openapi: 3.0.0\npaths:\n" + refs + "x: {" + many("k%d: 1, ") + "}\n",
		"long operation":   "openapi: 3.0.0\npaths:\n" + refs + "x: {get: {" + many("k%d: 1, ") + "}}\n",
		"many parameters":  "openapi: 3.0.0\npaths: {/a: {get: {parameters: [" + many("{name: p%d, in: query}, ") + "]}}}\n",
		"many codes":       "openapi: 3.0.0\npaths: {/a: {get: {responses: {" + many("'s%d': {$ref: '#/x'}, ") + "}}}}\nx: {content: {a: {schema: {properties: {code: {enum: [" + many("c%d, ") + "]}}}}}}\n",
		"long name":        "openapi: 3.0.0\npaths:\n" + refs + "x: {get: {operationId: " + strings.Repeat("x", 600) + "}}\n",
		"long reference":   "openapi: 3.0.0\npaths: {/a: {$ref: 'http://a/" + strings.Repeat("x", 100_000) + "'}}\n",
		"mapping of a ref": "openapi: 3.0.0\npaths: {/a: {get: {parameters: [" + many("{$ref: '#/x'}, ") + "]}}}\nx: {" + many("k%d: 1, ") + "}\n",
	} {
		start := time.Now()
		doc, err := Parse("api.yaml", []byte(text))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if err == nil {
			for _, o := range doc.Operations {
				for _, open := range o.Open {
					if len(open.Ref) > 600 {
						t.Errorf("%s: a reference of %d bytes", name, len(open.Ref))
					}
				}
			}
		}
	}
}

// A reference costs what it stands for, so that a small text cannot make much work.
func TestParseBoundsWork(t *testing.T) {
	var b strings.Builder
	b.WriteString("openapi: 3.1.0\npaths:\n")
	for i := range 30_000 {
		fmt.Fprintf(&b, "  /%d: {$ref: '#/paths/~10'}\n", i)
	}
	text := strings.Replace(b.String(), "{$ref: '#/paths/~10'}", "{parameters: ["+strings.Repeat("{},", 100)+"{}], get: {}}", 1)
	if _, err := Parse("api.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), "limit of 1000000 values to look at") {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(shop))
	f.Add([]byte("openapi: 3.0.0\nx: &x {a: *y}\npaths: {<<: [*x], /a: {get: {parameters: [{$ref: '#/x'}]}}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := Parse("api.yaml", text)
		var own *Error
		if err != nil && !errors.As(err, &own) {
			t.Errorf("%v is no *Error", err)
		}
	})
}
