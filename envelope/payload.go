package envelope

import (
	"context"
	"errors"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// payload judges the payload by the schema that the event names, or that its
// reader reads with.
func (j *judge) payload(ctx context.Context, library *library) error {
	payload := j.event.Get("payload")
	ref := j.contractRef()
	if payload == nil || payload.Kind != jsondoc.Object && payload.Kind != jsondoc.String {
		return nil // reported as missing or of a wrong type
	}
	if library.empty() || ref.Subject == "" || ref.Version == 0 && !j.role.names() {
		j.unchecked = true
		return nil
	}
	if j.role.names() && j.role.with.Subject != j.subject {
		at := j.event.Get("event_type")
		if at == nil {
			at = j.event
		}
		j.report(rules.SchemaKnown, at, "/event_type", "", "the event is of type %s, its reader reads %s", quote(j.subject), ref.Subject)
		return nil
	}
	c, err := library.contract(ctx, ref)
	if err != nil {
		return err
	}
	if c.schema == nil {
		j.notRegistered(ref, c.newest)
		return nil
	}
	return j.payloadBy(ctx, library, c, payload)
}

// contractRef is the schema to judge by. A schema_ref names the registry where
// the options do not.
func (j *judge) contractRef() evctl.SchemaRef {
	if j.role.names() {
		return j.role.with
	}
	return j.eventRef()
}

// eventRef is the schema that the event names.
func (j *judge) eventRef() evctl.SchemaRef {
	ref := j.ref()
	if r := j.event.Get("schema_ref"); r != nil && ref.Registry == "" {
		if named, err := evctl.ParseSchemaRef(r.Text); err == nil {
			ref.Registry = named.Registry
		}
	}
	return ref
}

// names reports whether the role judges by a schema of its own.
func (r Role) names() bool { return r.reads && r.with.Subject != "" }

func (j *judge) notRegistered(ref evctl.SchemaRef, newest int) {
	j.unregistered = true
	name := "schema_version"
	if newest == 0 {
		name = "event_type"
	}
	at, ok := j.event.At("/" + name)
	path := "/" + name
	if !ok {
		path = ""
	}
	if newest > 0 {
		j.report(rules.SchemaKnown, at, path, "", "%s is not registered, the newest version is %d", ref, newest)
		return
	}
	j.report(rules.SchemaKnown, at, path, "", "%s is not registered, nor any other version", ref)
}

func (j *judge) payloadBy(ctx context.Context, library *library, c *contract, payload *jsondoc.Node) error {
	ref, json := c.schema.SchemaRef, c.schema.Format == evctl.JSON
	switch {
	case json && payload.Kind != jsondoc.Object:
		j.reportField(rules.FieldType, "payload", payload, "payload is %s, %s is JSON Schema and wants an object", article(payload.Kind), ref)
	case c.err != nil:
		j.notChecked(ref, payload, c.err)
	case !json:
		return j.binaryPayload(ctx, library, c, payload)
	case j.role.reads && c.known != nil:
		j.violations(ref, payload, j.validate(c.reader, c.known.Project(payload)))
	case j.role.reads:
		j.violations(ref, payload, j.validate(c.reader, payload))
	default:
		j.violations(ref, payload, j.validate(c.writer, payload))
		if c.known != nil {
			j.unknownNames(ref, payload, c.known)
		}
	}
	return nil
}

func (j *judge) validate(compiled func() (*jsonschema.Validator, error), payload *jsondoc.Node) error {
	v, err := compiled()
	if err != nil {
		return err
	}
	if j.options.Redact {
		v = v.Redacted()
	}
	return v.Validate(payload)
}

func (j *judge) notChecked(ref evctl.SchemaRef, payload *jsondoc.Node, reason error) {
	j.unchecked = true
	j.reportField(rules.PayloadUnchecked, "payload", payload, "the payload was not checked against %s: %v", ref, reason)
}

// maxFaults bounds the findings of one rule in one payload.
const maxFaults = 1000

// full reports, at the limit, how many faults are left out.
func (j *judge) full(i, total int, rule evctl.Rule, payload *jsondoc.Node) bool {
	if i == maxFaults {
		j.report(rule, payload, "/payload", "more", "%d more faults of this kind are left out", total-i)
	}
	return i == maxFaults
}

// violations reports what a schema says against the payload.
func (j *judge) violations(ref evctl.SchemaRef, payload *jsondoc.Node, err error) {
	var invalid *jsonschema.ValidationError
	switch {
	case err == nil:
	case errors.As(err, &invalid):
		for i, v := range invalid.Violations {
			if j.full(i, len(invalid.Violations), rules.PayloadValid, payload) {
				return
			}
			at, _ := payload.At(v.Instance)
			j.report(rules.PayloadValid, at, "/payload"+v.Instance, v.Keyword+" "+v.Missing, "%s: %s", ref, v.Message)
		}
	default:
		j.notChecked(ref, payload, err)
	}
}

// unknownNames reports what a producer may not write under the lenient policy.
func (j *judge) unknownNames(ref evctl.SchemaRef, payload *jsondoc.Node, known *jsonschema.Projection) {
	pointers := known.Unknown(payload)
	for i, pointer := range pointers {
		if j.full(i, len(pointers), rules.PayloadUnknownField, payload) {
			return
		}
		at, _ := payload.At(pointer)
		name := jsondoc.UnescapePointer(pointer[strings.LastIndexByte(pointer, '/')+1:])
		j.report(rules.PayloadUnknownField, at, "/payload"+pointer, "", "the producer writes %s, %s does not know that name", quote(name), ref)
	}
}
