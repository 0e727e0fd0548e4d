package jsonschema

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/evctl/evctl/internal/jsondoc"
)

// second is santhosh-tekuri/jsonschema v6 with patterns of our choice.
type second struct{ schema *jsonschema.Schema }

type loader map[string]any

func (l loader) Load(uri string) (any, error) {
	if text, ok := l[uri]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s is not among the schema's references", clip(uri))
}

func compileSecond(b *bundle, address string, texts map[string]any) (lib library, err error) {
	defer guard(&err)
	c := newSecond(b, texts)
	for _, name := range sharedFormats {
		check := sharedFormat(name)
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && !check(s) {
				return fmt.Errorf("is no %s", name)
			}
			return nil
		}})
	}
	return compileWith(c, address)
}

// compileMetaschema takes the formats of metaschemas as v6 knows them: no
// reference that resolves is to be refused for its spelling.
func compileMetaschema(b *bundle, address string, texts map[string]any) (lib library, err error) {
	defer guard(&err)
	return compileWith(newSecond(b, texts), address)
}

func newSecond(b *bundle, texts map[string]any) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7) // unused: every document has a $schema
	if b.assertsFormats() {
		c.AssertFormat()
		c.AssertContent()
	}
	c.UseLoader(loader(texts))
	c.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) { return compilePattern(pattern) })
	return c
}

func compileWith(c *jsonschema.Compiler, address string) (library, error) {
	schema, err := c.Compile(address)
	if err != nil {
		return nil, err
	}
	return second{schema}, nil
}

func (l second) validate(value any) (failures []failure, err error) {
	defer guard(&err)
	invalid := l.schema.Validate(value)
	if invalid == nil {
		return nil, nil
	}
	var tree *jsonschema.ValidationError
	if !errors.As(invalid, &tree) {
		return nil, invalid
	}
	return failures, collectSecond(tree, "", &failures)
}

func (l second) allows(value any) (bool, error) {
	failures, err := l.validate(value)
	return err == nil && len(failures) == 0, err
}

// collectSecond gathers the leaves of the error tree, as collectFirst does.
func collectSecond(e *jsonschema.ValidationError, alternative string, failures *[]failure) error {
	document, location := splitLocation(e.SchemaURL)
	f := failure{instance: e.InstanceLocation, document: document, location: location, alternative: alternative, want: wantedBy(e.ErrorKind)}
	for _, token := range e.ErrorKind.KeywordPath() {
		f.location += "/" + jsondoc.EscapePointer(token)
	}
	switch k := e.ErrorKind.(type) {
	case *kind.RefCycle:
		return fmt.Errorf("infinite loop at %s", k.KeywordLocation1)
	case *kind.Not:
		f.location += "/not"
	case *kind.UniqueItems:
		f.pair = k.Duplicates
	case *kind.OneOf:
		if len(k.Subschemas) == 2 {
			f.pair = [2]int(k.Subschemas)
		}
	case *kind.Dependency:
		f.location = location + "/dependencies/" + jsondoc.EscapePointer(k.Prop)
	case *kind.PropertyNames:
		// v6 names the sub-schema here, not its parent, and lets other members
		// overwrite the instance.
		f.location, f.instance, f.misplaced = location, []string{k.Property}, true
	}
	if len(e.Causes) == 0 || isLeaf(e.ErrorKind) {
		*failures = append(*failures, f)
		return nil
	}
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		alternative = f.location
	}
	for _, cause := range e.Causes {
		if err := collectSecond(cause, alternative, failures); err != nil {
			return err
		}
	}
	return nil
}

// isLeaf reports whether the causes explain nothing to a reader.
func isLeaf(k jsonschema.ErrorKind) bool {
	switch k.(type) {
	case *kind.Contains, *kind.MinContains, *kind.PropertyNames, *kind.ContentSchema:
		return true
	}
	return false
}

// wantedBy returns the keyword's value for the keywords that metaschemas use;
// their text is not at hand.
func wantedBy(k jsonschema.ErrorKind) any {
	switch k := k.(type) {
	case *kind.Type:
		return k.Want
	case *kind.Enum:
		return k.Want
	case *kind.Format:
		return k.Want
	case *kind.Pattern:
		return k.Want
	case *kind.Required:
		return k.Missing
	case *kind.MinItems:
		return k.Want
	case *kind.Minimum:
		return json.Number(k.Want.RatString())
	case *kind.ExclusiveMinimum:
		return json.Number(k.Want.RatString())
	}
	return nil
}
