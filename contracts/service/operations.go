package service

import (
	"strings"

	"github.com/evctl/evctl/internal/openapi"
)

// An Endpoint is an operation of the OpenAPI document with what the contract
// adds to it.
type Endpoint struct {
	openapi.Operation
	Declared    Operation   // zero if the contract does not name it
	Idempotency Idempotency // the service's and its own
	Service     *Service
}

// Endpoints returns the operations that change something: POST and PATCH, and
// PUT and DELETE where the contract says that they do so outside or gives them
// a mode. It is empty without an OpenAPI document.
func (s *Service) Endpoints() []Endpoint {
	if s.API.State != Present {
		return nil
	}
	var out []Endpoint
	for _, o := range s.API.Value.Operations {
		declared := s.Spec.Operations[o.ID]
		if o.ID == "" {
			declared = Operation{}
		}
		switch o.Method {
		case "POST", "PATCH":
		case "PUT", "DELETE":
			if declared.SideEffects != "external" && declared.Idempotency.Mode == "" {
				continue
			}
		default:
			continue
		}
		out = append(out, Endpoint{o, declared, s.Spec.Idempotency.with(declared.Idempotency), s})
	}
	return out
}

// KeyHeader is the name of the header, in any case.
const KeyHeader = "Idempotency-Key"

// Key returns the parameter that takes the key.
func (e Endpoint) Key() (openapi.Parameter, bool) {
	for _, p := range e.Parameters {
		if p.In == "header" && strings.EqualFold(p.Name, KeyHeader) {
			return p, true
		}
	}
	return openapi.Parameter{}, false
}

// Response returns the response documented for a status.
func (e Endpoint) Response(status string) (openapi.Response, bool) {
	for _, r := range e.Responses {
		if r.Status == status {
			return r, true
		}
	}
	return openapi.Response{}, false
}

// MoneyMoving reports whether any operation moves money.
func (s *Service) MoneyMoving() bool {
	for _, o := range s.Spec.Operations {
		if o.MoneyMoving {
			return true
		}
	}
	return false
}

// LayersTo returns the layers on the way to a service.
func (s *Service) LayersTo(name string) []Layer { return s.byHost[hostOf(name)] }

// Resolve returns a path of the contract relative to the repository's root.
func (s *Service) Resolve(name string) string { return s.resolve(name) }
