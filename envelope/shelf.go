package envelope

import (
	"cmp"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
)

// A shelf holds the contracts of one registry, to be found by bytes.
type shelf struct {
	registry string // empty: whichever
	subjects *program.Names
	versions [][]*contract // of each subject, ascending
}

// shelve arranges the contracts that have a version in their ref.
func shelve(contracts map[evctl.SchemaRef]*contract) []shelf {
	var refs []evctl.SchemaRef
	for ref := range contracts {
		if ref.Version > 0 {
			refs = append(refs, ref)
		}
	}
	slices.SortFunc(refs, func(a, b evctl.SchemaRef) int {
		return cmp.Or(cmp.Compare(a.Registry, b.Registry), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Version, b.Version))
	})
	var shelves []shelf
	for len(refs) > 0 {
		n := slices.IndexFunc(refs, func(r evctl.SchemaRef) bool { return r.Registry != refs[0].Registry })
		if n < 0 {
			n = len(refs)
		}
		shelves, refs = append(shelves, newShelf(refs[:n], contracts)), refs[n:]
	}
	return shelves
}

func newShelf(refs []evctl.SchemaRef, contracts map[evctl.SchemaRef]*contract) shelf {
	s := shelf{registry: refs[0].Registry}
	var subjects []string
	for _, ref := range refs {
		if len(subjects) == 0 || subjects[len(subjects)-1] != ref.Subject {
			subjects, s.versions = append(subjects, ref.Subject), append(s.versions, nil)
		}
		last := len(s.versions) - 1
		s.versions[last] = append(s.versions[last], contracts[ref])
	}
	s.subjects = program.NewNames(subjects...)
	return s
}

// find returns nil for a type or version that is not there.
func (s *shelf) find(subject []byte, version int64) *contract {
	at := s.subjects.Find(subject)
	if at < 0 {
		return nil
	}
	versions := s.versions[at]
	if i := version - 1; i < int64(len(versions)) && int64(versions[i].schema.Version) == version {
		return versions[i] // none is missing
	}
	i, ok := slices.BinarySearchFunc(versions, version, func(c *contract, v int64) int { return cmp.Compare(int64(c.schema.Version), v) })
	if !ok {
		return nil
	}
	return versions[i]
}
