package jsonschema

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A SchemaFault is a violation of the metaschema: Instance points into the
// schema, and so does Position.
type SchemaFault struct {
	Violation
	Position evctl.Position
}

// ValidateSchema checks a schema document against the metaschema of its draft
// (see Draft), formats and patterns included. Keywords that no draft knows are
// no fault. References are not followed.
func ValidateSchema(doc *jsondoc.Document, sem evctl.Semantics) ([]SchemaFault, error) {
	dialect, _ := Draft(doc, sem)
	meta, err := dialect.metaschema()
	if err != nil {
		return nil, fmt.Errorf("metaschema of draft %s: %w", dialect, err)
	}
	if err := checkNumbers(doc.Root); err != nil {
		return nil, fmt.Errorf("validate %s: %w", doc.File, err)
	}
	failures, err := meta.library.validate(plainValue(doc.Root))
	if err != nil {
		return nil, fmt.Errorf("validate %s: %w", doc.File, err)
	}
	var faults []SchemaFault
	for _, v := range likeliest(meta.describe(doc.Root, failures)) {
		faults = append(faults, SchemaFault{v, doc.PositionOf(v.Instance)})
	}
	return faults, nil
}

// likeliest drops the alternatives that the author cannot have meant: those
// that fail higher up than another one.
func likeliest(violations []Violation) []Violation {
	return slices.DeleteFunc(slices.Clone(violations), func(v Violation) bool {
		return v.Alternative != "" && slices.ContainsFunc(violations, func(w Violation) bool {
			return w.Alternative != "" && strings.HasPrefix(w.Instance, v.Instance+"/")
		})
	})
}

// metaschemas holds a func() (*Validator, error) for each Dialect.
var metaschemas sync.Map

// metaschema is compiled once, on first use, by v6: v5 refuses patterns that
// Go's regexp cannot read.
func (d Dialect) metaschema() (*Validator, error) {
	once, ok := metaschemas.Load(d)
	if !ok {
		once, _ = metaschemas.LoadOrStore(d, sync.OnceValues(d.compile))
	}
	return once.(func() (*Validator, error))()
}

func (d Dialect) compile() (*Validator, error) {
	text := fmt.Sprintf(`{"$schema":%q,"$ref":%[1]q}`, d.uri())
	b, err := load(&evctl.Schema{Format: evctl.JSON, Text: []byte(text)}, evctl.Semantics{AssertFormats: true})
	if err != nil {
		return nil, err
	}
	z := &normalizer{bundle: b, added: map[string]string{}}
	library, err := compileMetaschema(b, b.root.uri, z.texts())
	return &Validator{bundle: b, added: z.added, library: library}, err
}
