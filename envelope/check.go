package envelope

import (
	"context"
	"errors"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Checker judges events with the schemas of a source, which it fetches when
// it first meets an event that needs them. It is safe for concurrent use.
type Checker struct {
	options Options
	library *library
	pass    *pass
}

// NewChecker returns a Checker. Without a source (nil) it judges the envelope
// alone, and each payload counts as unchecked. A source with a method
// Called(context.Context, wire.Name) ([]*evctl.Schema, error) is asked what the
// headers of serializers mean that its own schemas do not explain.
func NewChecker(source evctl.Source, options Options) *Checker {
	options = options.withDefaults()
	return &Checker{options: options, library: newLibrary(source, options), pass: newPass(options)}
}

// Check judges one event and returns every fault, sorted. File is the name that
// positions carry. The error means that it could not judge: the source failed.
func (c *Checker) Check(ctx context.Context, file string, event []byte) ([]evctl.Finding, error) {
	r, err := c.check(ctx, file, event, nil, c.options.Role)
	return r.findings, err
}

// A result is what is known of one event.
type result struct {
	findings     []evctl.Finding
	doc          *jsondoc.Document
	event        *jsondoc.Node   // nil if it is not one JSON object within the limits
	subject      string          // the event type, if legal
	version      int             // of the envelope
	ref          evctl.SchemaRef // that it names, as far as it is legal
	unchecked    bool            // the payload was not looked at
	unregistered bool            // no schema is registered for it
}

// invalid reports whether a finding is an error, but for the one that says that
// the payload was not looked at.
func (r *result) invalid() bool {
	for _, f := range r.findings {
		if f.Severity >= evctl.Error && f.Rule != rules.PayloadUnchecked.ID {
			return true
		}
	}
	return false
}

// A judge gathers what is wrong with one event.
type judge struct {
	options Options
	role    Role
	file    string
	result
}

// check judges an event behind a heading, which may be nil.
func (c *Checker) check(ctx context.Context, file string, event []byte, h *heading, role Role) (result, error) {
	j := &judge{options: c.options, role: role, file: file}
	if len(event) > c.options.MaxBytes {
		j.oversized(len(event))
		return j.result, nil
	}
	if h != nil && h.broken != nil {
		j.add(rules.EventJSON.At(evctl.Position{File: file, Line: 1, Column: 1}, "no event%s: %v", h.where(), h.broken))
		return j.result, nil
	}
	if !j.parse(event) {
		return j.result, nil
	}
	j.version = max(versionOf(j.event), c.options.Version)
	if t := j.event.Get("event_type"); t != nil && t.Kind == jsondoc.String && isEventType(t.Text) {
		j.subject = t.Text
	}
	j.result.ref = j.ref()
	j.fields()
	err := j.payload(ctx, c.library)
	if err == nil {
		err = j.headed(ctx, c.library, h)
	}
	evctl.SortFindings(j.findings)
	return j.result, err
}

func (j *judge) oversized(size int) {
	j.add(rules.EventSize.At(evctl.Position{File: j.file, Line: 1, Column: 1},
		"the event has %d bytes, the limit is %d", size, j.options.MaxBytes))
}

// parse reads the event, and reports why it is none.
func (j *judge) parse(text []byte) bool {
	doc, err := jsondoc.Parse(j.file, text)
	if err != nil {
		pos, message := evctl.Position{File: j.file, Line: 1, Column: 1}, err.Error()
		var syntax *jsondoc.Error
		if errors.As(err, &syntax) {
			message = syntax.Message
			if syntax.Position.Line > 0 {
				pos = syntax.Position
			}
		}
		j.add(rules.EventJSON.At(pos, "no JSON object: %s", message))
		return false
	}
	j.doc = doc
	if doc.Root.Kind != jsondoc.Object {
		j.report(rules.EventJSON, doc.Root, "", "", "the event is %s, want an object", article(doc.Root.Kind))
		return false
	}
	j.event = doc.Root
	return true
}

// ref returns the schema that the event names by type and version, as far as
// both are legal.
func (j *judge) ref() evctl.SchemaRef {
	ref := evctl.SchemaRef{Registry: j.options.Registry, Subject: j.subject}
	if v := j.event.Get("schema_version"); v != nil && v.Kind == jsondoc.Number {
		if n, ok := integer(v); ok && n > 0 {
			ref.Version = int(n)
		}
	}
	return ref
}

func (j *judge) reportField(rule evctl.Rule, name string, at *jsondoc.Node, format string, args ...any) {
	j.report(rule, at, "/"+name, "", format, args...)
}

// report adds a finding. The key tells findings of the rule at one path apart.
func (j *judge) report(rule evctl.Rule, at *jsondoc.Node, path, key, format string, args ...any) {
	f := rule.At(j.doc.Position(at.Start, at.End), format, args...)
	f.Path, f.Key = path, key
	j.add(f)
}

func (j *judge) add(f evctl.Finding) {
	f.Subject = j.subject
	if adjust(&f, j.options.Rules) {
		j.findings = append(j.findings, f)
	}
}

// adjust applies the configured severity; false means that the rule is off.
func adjust(f *evctl.Finding, severities map[string]evctl.Severity) bool {
	if severity, ok := severities[f.Rule]; ok {
		f.Severity = severity
	}
	return f.Severity != evctl.Off
}

// show quotes a string, clips a number, and names the type of what must not be
// repeated.
func (j *judge) show(value *jsondoc.Node) string {
	switch {
	case j.options.Redact:
		return article(value.Kind)
	case value.Kind == jsondoc.Number:
		return clip(value.Text)
	}
	return quote(value.Text)
}

// clip shortens a number's literal for a message.
func clip(literal string) string {
	if len(literal) > maxQuoted {
		return fmt.Sprintf("%s…", literal[:maxQuoted])
	}
	return literal
}
