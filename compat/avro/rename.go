package avro

import (
	"fmt"
	"strconv"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	model "github.com/evctl/evctl/internal/avro"
)

// renames pairs the fields that vanish from a record with equal ones that
// appear: same type, same default. Each is paired once, in order.
func renames(old, new *model.Type) []evctl.Finding {
	kept := map[*model.Field]bool{}
	appeared := map[string][]*model.Field{} // by signature
	for _, f := range new.Fields {
		if from := readerField(f, old); from != nil {
			kept[from] = true
		} else {
			appeared[signature(f)] = append(appeared[signature(f)], f)
		}
	}
	var findings []evctl.Finding
	for _, gone := range old.Fields {
		like := appeared[signature(gone)]
		if kept[gone] || len(like) == 0 {
			continue
		}
		findings = append(findings, rename(gone, like[0]))
		appeared[signature(gone)] = like[1:]
	}
	return findings
}

func rename(gone, came *model.Field) evctl.Finding {
	f := rules.ProbableRename.At(came.Position,
		"field %q vanishes and %q of the same type appears: readers of either miss what the other holds", gone.Name, came.Name)
	f.Path, f.Key = came.Path, gone.Name
	f.Old = &evctl.OldPosition{Position: gone.Position, Path: gone.Path}
	f.Remedy = "give " + strconv.Quote(came.Name) + " the alias " + strconv.Quote(gone.Name) +
		" if old readers can do without it; else keep the name"
	return f
}

// signature spells what two fields must share to be taken for one.
func signature(f *model.Field) string {
	s := typeSignature(f.Type)
	if f.Default != nil {
		s += " = " + string(f.Default.Canonical())
	}
	return s
}

func typeSignature(t *model.Type) string {
	s := fmt.Sprint(t, t.Logical)
	if t.Items != nil {
		s += " of " + typeSignature(t.Items)
	}
	for _, b := range t.Branches {
		s += " or " + typeSignature(b)
	}
	return s
}
