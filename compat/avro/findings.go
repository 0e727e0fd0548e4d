package avro

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	model "github.com/evctl/evctl/internal/avro"
)

// byDirection is a pair of rules that are one fact seen from both sides:
// something came, and old readers do not know it; or something went, and new
// readers miss it, or the other way round.
func (r *resolver) byDirection(backward, forward evctl.Rule) evctl.Rule {
	if r.dir == evctl.Forward {
		return forward
	}
	return backward
}

// newSide returns what belongs to the new schema.
func (r *resolver) newSide(reader, writer model.Place) model.Place {
	if r.dir == evctl.Forward {
		return writer
	}
	return reader
}

// finding reports at the new side's place and remembers the old side's.
func (r *resolver) finding(rule evctl.Rule, reader, writer model.Place, format string, args ...any) evctl.Finding {
	at, old := reader, writer
	if r.dir == evctl.Forward {
		at, old = writer, reader
	}
	f := rule.At(at.Position, format, args...)
	f.Path, f.Direction = at.Path, r.dir
	f.Old = &evctl.OldPosition{Position: old.Position, Path: old.Path}
	return f
}

// add adds a finding that breaks nothing. Its witness, if any, shows the leaf.
func (r *resolver) add(f evctl.Finding, leaf func() *datum, at *frame) {
	if r.remarks++; r.remarks <= maxFindings {
		r.append(f, leaf, at)
	}
}

// breaks adds a finding with its witness: an event that holds the leaf, and the
// finding's message as the reader's error.
func (r *resolver) breaks(f evctl.Finding, leaf func() *datum, at *frame) {
	r.verdict = evctl.Incompatible
	if r.reasons++; r.reasons <= maxFindings {
		f.Witness = &evctl.Witness{Error: f.Message}
		r.append(f, leaf, at)
	}
}

func (r *resolver) append(f evctl.Finding, leaf func() *datum, at *frame) {
	r.findings = append(r.findings, f)
	if w := f.Witness; w != nil && leaf != nil {
		r.pending = append(r.pending, func() { r.show(w, leaf, at) })
	}
}

func (r *resolver) mismatch(rt, wt *model.Type, at *frame) {
	rule, remedy := rules.FieldTypeChanged, "keep the type, and give the new one to a new field with a default"
	message := fmt.Sprintf("reader wants %s, writer wrote %s", rt, wt)
	switch {
	case rt.Kind == model.Fixed && wt.Kind == model.Fixed && rt.Size != wt.Size:
		rule = rules.FixedSizeChanged
		message = fmt.Sprintf("reader wants %d bytes of %s, writer wrote %d of %s", rt.Size, rt, wt.Size, wt)
	case rt.Name != "" && rt.Kind == wt.Kind:
		rule, remedy = rules.TypeRenamed, "keep the name; an alias in the new schema helps new readers only"
	}
	f := r.finding(rule, rt.Place, wt.Place, "%s", message)
	f.Remedy = remedy
	r.breaks(f, func() *datum { return r.smallest(wt) }, at)
}

// noBranch reports a type that no branch of the reader's union reads.
func (r *resolver) noBranch(rt, wt *model.Type, at *frame) {
	f := r.finding(rules.FieldTypeChanged, rt.Place, wt.Place, "reader wants %s, writer wrote %s", rt.Describe(), wt)
	f.Remedy = "keep the type among the union's branches"
	r.breaks(f, func() *datum { return r.smallest(wt) }, at)
}

// foreignBranch reports a branch of the writer's union that the reader's type,
// a union or not, does not read.
func (r *resolver) foreignBranch(rt, union *model.Type, i int, at *frame) {
	rule := r.byDirection(rules.UnionBranchRemoved, rules.UnionBranchAdded)
	wt := union.Branches[i]
	f := r.finding(rule, rt.Place, union.Uses[i], "reader wants %s, writer may write %s", rt.Describe(), wt)
	r.foreign.add(union, i)
	f.Key = wt.String()
	f.Remedy = "keep the union's branches; give a new type a new field with a default"
	r.breaks(f, func() *datum { return r.smallest(wt) }, at)
}

func (r *resolver) missingField(rt, wt *model.Type, field *model.Field, at *frame) {
	rule := r.byDirection(rules.RequiredFieldAdded, rules.RequiredFieldRemoved)
	f := r.finding(rule, field.Place, wt.Place, "reader requires field %q of %s, writer does not write it", field.Name, rt)
	f.Key = field.Name
	f.Remedy = fmt.Sprintf("give %q a default", field.Name)
	if r.dir == evctl.Forward {
		f.Remedy = fmt.Sprintf("keep writing %q: published readers have no default for it", field.Name)
	}
	r.breaks(f, func() *datum { return r.smallest(wt) }, at)
}

func (r *resolver) missingSymbol(rt, wt *model.Type, symbol int, at *frame) {
	name := wt.Symbols[symbol]
	rule := r.byDirection(rules.EnumValueRemoved, rules.EnumValueAdded)
	f := r.finding(rule, rt.Place, wt.Place, "reader's %s has no symbol %s and no default, writer may write it", rt, name)
	r.foreign.add(wt, symbol)
	f.Key = name
	f.Remedy = fmt.Sprintf("keep the symbol %s, or give the enum a default", name)
	if r.dir == evctl.Forward {
		f.Remedy = "leave the enum as published: its readers have no default. An enum that has one from its first version on can grow"
	}
	r.breaks(f, func() *datum { return &datum{of: wt, index: symbol} }, at)
}

// fieldAlias notes a field that is read by its alias.
func (r *resolver) fieldAlias(rf, wf *model.Field) {
	if rf.Name == wf.Name {
		return
	}
	f := r.finding(rules.AliasNeeded, rf.Place, wf.Place,
		"reader's field %q reads writer's %q by its alias; not every implementation does", rf.Name, wf.Name)
	f.Remedy = "keep the name, or make sure that the readers' library follows aliases"
	r.add(f, nil, nil)
}

// carrier notes decimals that match, by the specification, over types that do
// not.
func (r *resolver) carrier(rt, wt *model.Type) {
	if rt.Logical.Name != "decimal" || rt.Logical != wt.Logical || rt.Kind == wt.Kind && rt.Name == wt.Name && rt.Size == wt.Size {
		return
	}
	f := r.finding(rules.DecimalCarrierChanged, rt.Place, wt.Place,
		"reader's decimal in %s reads writer's in %s, since precision and scale are equal; not every implementation does", carried(rt), carried(wt))
	f.Remedy = "keep the type that carries the decimal, or make sure that the readers' library goes by precision and scale"
	r.add(f, nil, nil)
}

func carried(t *model.Type) string {
	if t.Kind == model.Fixed {
		return fmt.Sprintf("%s of %d bytes", t, t.Size)
	}
	return t.String()
}

// sharedName notes a union of the reader with several branches of the writer's
// unqualified name: which of them reads is where implementations differ.
func (r *resolver) sharedName(union, chosen, wt *model.Type) {
	for _, b := range union.Branches {
		if b == chosen {
			return
		}
		if wt.Name == "" || fit(b, wt) == none {
			continue
		}
		f := r.finding(rules.NamespaceChanged, union.Place, wt.Place,
			"reader's union reads writer's %s with %s; by the letter of the specification %s comes first", wt, chosen, b)
		f.Key = wt.String()
		f.Remedy = "give the types of a union unqualified names of their own"
		r.add(f, nil, nil)
		return
	}
}

// naming notes names that match only by rules on which implementations differ.
func (r *resolver) naming(rt, wt *model.Type) {
	switch {
	case rt.Name == wt.Name:
	case rt.HasAlias(wt.Name):
		f := r.finding(rules.AliasNeeded, rt.Place, wt.Place,
			"reader's %s reads writer's %s by its alias; not every implementation does", rt, wt)
		f.Remedy = "keep the name, or make sure that the readers' library follows aliases"
		r.add(f, nil, nil)
	case rt.ShortName() == wt.ShortName():
		f := r.finding(rules.NamespaceChanged, rt.Place, wt.Place,
			"reader's %s reads writer's %s by its unqualified name; some implementations want the full one", rt, wt)
		f.Remedy = "keep the namespace, or make sure that the readers' library goes by the unqualified name"
		r.add(f, nil, nil)
	}
}
