package verdict

import (
	"iter"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/openapi"
)

// Need reports whether an input is there; else the sheet says why it is not.
func Need[T any](sheet *Sheet, in service.Input[T], at evctl.Position) bool {
	switch in.State {
	case service.Absent:
		sheet.NotConfigured(at, "%s", in.Why)
	case service.Broken:
		sheet.Broken(at, "%s", in.Why)
	case service.Outside:
		sheet.Inconclusive(at, "%s", in.Why)
	}
	return in.State == service.Present
}

// Endpoints visits the operations that change something, the sheet being about
// each. It says why there are none.
func Endpoints(sheet *Sheet, s *service.Service) iter.Seq[service.Endpoint] {
	return func(yield func(service.Endpoint) bool) {
		at := s.Position("spec", "openapi")
		if s.API.State == service.Absent && len(s.Spec.Operations) > 0 {
			sheet.Inconclusive(s.Position("spec", "operations"), "the contract names operations and no OpenAPI document")
			return
		}
		if !Need(sheet, s.API, at) {
			return
		}
		all := s.Endpoints()
		if len(all) == 0 {
			sheet.NotApplicable(at, "no operation changes anything")
		}
		for _, e := range all {
			sheet.On(e.Name(), e.Declared.MoneyMoving)
			if !yield(e) {
				return
			}
		}
	}
}

// Keyed visits those of the operations that take a key. Of the others the sheet
// says that the clause does not speak of them. What KEY-001 cannot judge either
// is a finding of KEY-001 alone.
func Keyed(sheet *Sheet, s *service.Service) iter.Seq2[service.Endpoint, openapi.Parameter] {
	return func(yield func(service.Endpoint, openapi.Parameter) bool) {
		for e := range Endpoints(sheet, s) {
			key, ok := e.Key()
			switch {
			case ok:
				if !yield(e, key) {
					return
				}
			case len(e.Open) > 0:
				sheet.Inconclusive(e.Open[0].Position, "reference %s %s", e.Open[0].Ref, e.Open[0].Why).View("rfc/key-001")
			default:
				sheet.NotApplicable(e.Position, "it takes no key, which is what KEY-001 is about")
			}
		}
		if s.API.State != service.Present {
			sheet.View("rfc/key-001")
		}
	}
}

// Missing says that something is not documented, or, where a reference was not
// followed, that it may be behind it.
func (s *Sheet) Missing(e service.Endpoint, at evctl.Position, message string, args ...any) {
	if len(e.Open) > 0 {
		s.Inconclusive(e.Open[0].Position, message+"; reference %s %s", append(args, e.Open[0].Ref, e.Open[0].Why)...)
		return
	}
	s.Fail(at, message, args...)
}
