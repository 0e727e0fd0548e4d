package jsonschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/evctl/evctl/internal/jsondoc"
)

// first is santhosh-tekuri/jsonschema v5.
type first struct{ schema *jsonschema.Schema }

// errMisread says that v5 would compile the schema, and misread it.
var errMisread = errors.New("v5 would misread the schema")

func compileFirst(b *bundle, address string, texts map[string]any) (lib library, err error) {
	defer guard(&err)
	if !b.plain() {
		return nil, errMisread
	}
	return compileAt(newCompiler(b.assertsFormats(), func(uri string) (io.ReadCloser, error) {
		text, ok := texts[uri]
		if !ok {
			return nil, fmt.Errorf("%s is not among the schema's references", clip(uri))
		}
		raw, err := json.Marshal(text)
		return io.NopCloser(bytes.NewReader(raw)), err
	}), address)
}

func newCompiler(assertFormats bool, load func(uri string) (io.ReadCloser, error)) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft7 // unused: every document has a $schema
	c.AssertFormat, c.AssertContent = assertFormats, assertFormats
	for _, name := range sharedFormats {
		check := sharedFormat(name)
		c.Formats[name] = func(v any) bool {
			s, ok := v.(string)
			return !ok || check(s)
		}
	}
	c.LoadURL = load
	return c
}

func compileAt(c *jsonschema.Compiler, address string) (lib library, err error) {
	defer guard(&err)
	schema, err := c.Compile(address)
	if err != nil {
		return nil, err
	}
	return first{schema}, nil
}

func isLoop(err error) bool {
	var loop jsonschema.InfiniteLoopError
	return errors.As(err, &loop)
}

// plain reports whether v5 reads the bundle rightly: it knows no patterns but
// those of Go, and follows a $dynamicRef into resources never entered.
func (b *bundle) plain() bool {
	for _, p := range b.order {
		if p.reads("$dynamicRef") && p.node.TextOf("$dynamicRef") != "" {
			return false
		}
		if pattern := p.node.TextOf("pattern"); !plain(pattern) {
			return false
		}
		if patterns := p.node.Get("patternProperties"); patterns != nil {
			for _, m := range patterns.Members {
				if !plain(m.Name) {
					return false
				}
			}
		}
	}
	return true
}

func (l first) validate(value any) (failures []failure, err error) {
	defer guard(&err)
	invalid := l.schema.Validate(value)
	if invalid == nil {
		return nil, nil
	}
	var tree *jsonschema.ValidationError
	if !errors.As(invalid, &tree) {
		return nil, invalid
	}
	collectFirst(tree, "", &failures)
	return failures, nil
}

func (l first) allows(value any) (ok bool, err error) {
	defer guard(&err)
	err = l.schema.Validate(value)
	var tree *jsonschema.ValidationError
	if errors.As(err, &tree) {
		return false, nil
	}
	return err == nil, err
}

// collectFirst gathers the leaves of the error tree. What failed inside
// contains explains nothing, for other items may match.
func collectFirst(e *jsonschema.ValidationError, alternative string, failures *[]failure) {
	document, location := splitLocation(e.AbsoluteKeywordLocation)
	keyword := last(location)
	if len(e.Causes) > 0 && keyword != "minContains" {
		if keyword == "anyOf" || keyword == "oneOf" {
			alternative = location
		}
		for _, cause := range e.Causes {
			collectFirst(cause, alternative, failures)
		}
		return
	}
	f := failure{instance: tokensFirst(e.InstanceLocation), document: document, location: location, alternative: alternative}
	for _, format := range []string{"items at index %d and %d are equal", "valid against schemas at indexes %d and %d"} {
		if n, _ := fmt.Sscanf(e.Message, format, &f.pair[0], &f.pair[1]); n == 2 {
			break
		}
	}
	*failures = append(*failures, f)
}

// tokensFirst undoes v5's escaping, which is a JSON pointer's, then a URL's.
func tokensFirst(instance string) []string {
	if instance == "" {
		return nil
	}
	tokens := strings.Split(instance[1:], "/")
	for i, token := range tokens {
		raw, err := url.PathUnescape(token)
		if err != nil {
			raw = token
		}
		tokens[i] = jsondoc.UnescapePointer(raw)
	}
	return tokens
}

func formatFirst(name string) func(string) bool {
	if check := sharedFormat(name); check != nil {
		return check
	}
	return formatOfFirst(name)
}

// formatOfFirst returns v5's own check.
func formatOfFirst(name string) func(string) bool {
	check := jsonschema.Formats[name]
	if check == nil {
		return nil
	}
	return func(s string) bool { return check(s) }
}
