// Package catalog_test checks each line of the lint catalogue against the
// library that it speaks of.
package catalog_test

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/lint/catalog"
)

func TestFunctionsAreAsTheirLibrariesDeclareThem(t *testing.T) {
	c := newCatalog(t)
	all := libraries(t)
	transactions := transactionTypes(c, all)
	wrong, checked, unchecked := judge(c, c.Entries, func(e catalog.Entry) error {
		f, err := findFunc(e, all)
		if err != nil {
			return err
		}
		if err := e.Check(f); err != nil {
			return err
		}
		if e.Interface && !types.IsInterface(f.Signature().Recv().Type()) {
			return fmt.Errorf("%s: interface, but the receiver is none", e.Func)
		}
		return checkTx(e, f, transactions)
	})
	for _, w := range wrong {
		t.Error(w)
	}
	t.Logf("%d functions checked; cannot be had here: %d, %s", checked, len(unchecked), strings.Join(unchecked, ", "))
}

func TestFieldsAreAsTheirLibrariesDeclareThem(t *testing.T) {
	c := newCatalog(t)
	all := libraries(t)
	wrong, checked, _ := judge(c, c.Fields, func(e catalog.Entry) error {
		object, err := find(e, all)
		if err != nil {
			return err
		}
		if field, ok := object.(*types.Var); !ok || !field.IsField() || field.Embedded() {
			return fmt.Errorf("%s: no such field", e.Func)
		}
		return nil
	})
	for _, w := range wrong {
		t.Error(w)
	}
	t.Logf("%d fields checked", checked)
}

func newCatalog(t *testing.T) *catalog.Catalog {
	c, err := catalog.Default()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// judge checks each entry whose module could be had, and returns what is wrong,
// how many were checked, and the names of those that were not.
func judge(c *catalog.Catalog, entries func(func(catalog.Entry) bool), check func(catalog.Entry) error) (wrong []string, checked int, unchecked []string) {
	entries(func(e catalog.Entry) bool {
		if isUnchecked(c, e.Package()) {
			unchecked = append(unchecked, e.Func)
			return true
		}
		checked++
		if err := check(e); err != nil {
			wrong = append(wrong, err.Error())
		}
		return true
	})
	slices.Sort(wrong)
	slices.Sort(unchecked)
	return wrong, checked, unchecked
}

// isUnchecked reports whether the package's module could not be downloaded.
func isUnchecked(c *catalog.Catalog, path string) bool {
	for module, version := range c.Modules() {
		if version == "unchecked" && strings.HasPrefix(path+"/", module+"/") {
			return true
		}
	}
	return false
}

// findFunc looks the function up, and requires that go/types names it as the
// entry does: a promoted method has the name of the type that declares it.
func findFunc(e catalog.Entry, all map[string]*types.Package) (*types.Func, error) {
	object, err := find(e, all)
	if err != nil {
		return nil, err
	}
	f, ok := object.(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: no function", e.Func)
	}
	if name := regexp.MustCompile(`\[.*\]`).ReplaceAllString(f.Origin().FullName(), ""); name != e.Func {
		return nil, fmt.Errorf("%s: go/types names it %s", e.Func, name)
	}
	return f, nil
}

// find looks up the function, method or field that an entry names.
func find(e catalog.Entry, all map[string]*types.Package) (types.Object, error) {
	p := all[e.Package()]
	if p == nil {
		return nil, fmt.Errorf("%s: no library holds %s", e.Func, e.Package())
	}
	rest := e.Func[strings.Index(e.Func, e.Package())+len(e.Package()+"."):]
	receiver, member, isMember := strings.Cut(rest, ").")
	object := p.Scope().Lookup(receiver)
	if isMember && object != nil {
		object, _, _ = types.LookupFieldOrMethod(object.Type(), true, p, member)
	}
	if object == nil {
		return nil, fmt.Errorf("%s: no such thing in %s", e.Func, p.Path())
	}
	return object, nil
}

// transactionTypes lists the types of what begins: results of Begin, parameters
// of functions that run in a transaction, receivers of Commit.
func transactionTypes(c *catalog.Catalog, all map[string]*types.Package) map[string]bool {
	known := map[string]bool{}
	c.Entries(func(e catalog.Entry) bool {
		f, err := findFunc(e, all)
		if err != nil {
			return true
		}
		signature := f.Signature()
		if e.Has(catalog.Begin) && signature.Results().Len() > 0 {
			known[signature.Results().At(0).Type().String()] = true
		}
		if e.Has(catalog.Commit) {
			known[signature.Recv().Type().String()] = true
		}
		if run, ok := e.Args[catalog.Func]; ok && e.Has(catalog.RunTx) {
			if fn, ok := signature.Params().At(run).Type().Underlying().(*types.Signature); ok {
				for v := range fn.Params().Variables() {
					known[v.Type().String()] = true
				}
			}
		}
		return true
	})
	return known
}

// checkTx requires that argument tx is of a transaction's type, unless it may
// be a pool.
func checkTx(e catalog.Entry, f *types.Func, known map[string]bool) error {
	index, ok := e.Args[catalog.Tx]
	if !ok || e.Notes["pool"] == "maybe" {
		return nil
	}
	variable := f.Signature().Recv()
	if index != catalog.Receiver {
		variable = f.Signature().Params().At(index)
	}
	t := variable.Type()
	if _, isParameter := t.(*types.TypeParam); !known[t.String()] && !isParameter {
		return fmt.Errorf("%s: tx is of type %s, which nothing begins", e.Func, t)
	}
	return nil
}
