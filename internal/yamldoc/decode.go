package yamldoc

import (
	"encoding"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/suggest"
)

// Decode fills the value that into points to; see the function of that name.
func (d *Document) Decode(into any) (err error) {
	if d.root == nil {
		return nil
	}
	if err := d.check(d.root, reflect.TypeOf(into), map[string]ast.Node{}); err != nil {
		return err
	}
	defer d.recovered(&err)
	if d.Extensions { // check has refused every other unknown key
		return d.wrap(yaml.NodeToValue(d.root, into))
	}
	return d.wrap(yaml.NodeToValue(d.root, into, yaml.Strict()))
}

// check finds unknown keys and values that a type refuses, where the decoder
// would not say what else was possible, or not where.
func (d *Document) check(node ast.Node, typ reflect.Type, anchors map[string]ast.Node) error {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch n := node.(type) {
	case *ast.AnchorNode:
		anchors[n.Name.GetToken().Value] = n.Value
		return d.check(n.Value, typ, anchors)
	case *ast.AliasNode:
		return d.check(anchors[n.Value.GetToken().Value], typ, anchors)
	case *ast.NullNode, nil:
		return nil
	}
	pointer := reflect.New(typ).Interface()
	if text, ok := pointer.(encoding.TextUnmarshaler); ok {
		return d.checkText(node, text)
	}
	if decodesItself(pointer) {
		return nil
	}
	switch typ.Kind() {
	case reflect.Struct:
		return d.checkStruct(node, typ, anchors)
	case reflect.Map:
		return d.eachEntry(node, func(entry *ast.MappingValueNode) error {
			return d.check(entry.Value, typ.Elem(), anchors)
		})
	case reflect.Slice:
		if seq, ok := node.(*ast.SequenceNode); ok {
			for _, item := range seq.Values {
				if err := d.check(item, typ.Elem(), anchors); err != nil {
					return err
				}
			}
			return nil
		}
		return d.errorAt(start(node), "want a list, found %s", kindOf(node))
	}
	return nil
}

func decodesItself(value any) bool {
	switch value.(type) {
	case yaml.InterfaceUnmarshaler, yaml.BytesUnmarshaler, yaml.NodeUnmarshaler:
		return true
	}
	return false
}

func (d *Document) checkText(node ast.Node, into encoding.TextUnmarshaler) error {
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return d.errorAt(start(node), "want a string, found %s", kindOf(node))
	}
	if err := into.UnmarshalText([]byte(scalar.GetToken().Value)); err != nil {
		return d.errorAt(start(node), "%v", err)
	}
	return nil
}

func (d *Document) checkStruct(node ast.Node, typ reflect.Type, anchors map[string]ast.Node) error {
	fields := map[string]reflect.Type{}
	fieldsOf(typ, fields)
	return d.eachEntry(node, func(entry *ast.MappingValueNode) error {
		if entry.Key.IsMergeKey() {
			return d.check(entry.Value, typ, anchors)
		}
		key := entry.Key.GetToken()
		field, known := fields[key.Value]
		if !known && d.Extensions && strings.HasPrefix(key.Value, "x-") {
			return nil
		}
		if !known {
			names := make([]string, 0, len(fields))
			for name := range fields {
				names = append(names, name)
			}
			slices.Sort(names)
			hint := suggest.Hint(key.Value, names)
			if hint == "" {
				hint = ": want one of " + strings.Join(names, ", ")
			}
			return d.errorAt(key, "unknown key %q%s", key.Value, hint)
		}
		return d.check(entry.Value, field, anchors)
	})
}

// fieldsOf collects the keys that a struct takes, inlined ones included.
func fieldsOf(typ reflect.Type, into map[string]reflect.Type) {
	for field := range fields(typ) {
		name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		switch {
		case !field.IsExported() || name == "-":
		case strings.Contains(options, "inline"):
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			fieldsOf(inner, into)
		case name == "":
			into[strings.ToLower(field.Name)] = field.Type
		default:
			into[name] = field.Type
		}
	}
}

func fields(typ reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range typ.NumField() {
			if !yield(typ.Field(i)) {
				return
			}
		}
	}
}

func (d *Document) eachEntry(node ast.Node, do func(*ast.MappingValueNode) error) error {
	entries, ok := entriesOf(node)
	if !ok {
		return d.errorAt(start(node), "want a mapping of keys to values, found %s", kindOf(node))
	}
	for _, entry := range entries {
		if err := do(entry); err != nil {
			return err
		}
	}
	return nil
}

// wrap gives an error of the library its position and drops its excerpt.
func (d *Document) wrap(err error) error {
	if err == nil {
		return nil
	}
	var mismatch *yaml.TypeError
	if errors.As(err, &mismatch) && mismatch.DstType != nil {
		return d.errorAt(mismatch.Token, "want %s, found %q", goKind(mismatch.DstType), mismatch.Token.Value)
	}
	var known yaml.Error
	if errors.As(err, &known) {
		return d.errorAt(known.GetToken(), "%s", known.GetMessage())
	}
	return &Error{evctl.Position{File: d.File}, err.Error()}
}

func goKind(typ reflect.Type) string {
	switch typ.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "an integer from 0"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "a list"
	}
	return "a mapping of keys to values"
}
