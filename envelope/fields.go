package envelope

import (
	"strconv"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A field is one member of the envelope. Its check runs on a value of the right
// kind.
type field struct {
	name     string
	kind     jsondoc.Kind
	required int // from this version of the envelope on; 0 means optional
	check    func(*judge, string, *jsondoc.Node)
}

// members are the fields of both versions, in the order they are written.
func members() []field {
	const text, number = jsondoc.String, jsondoc.Number
	return []field{
		{"event_id", text, 1, (*judge).eventID},
		{"event_type", text, 1, (*judge).eventType},
		{"schema_version", number, 1, (*judge).count},
		{"schema_ref", text, 2, (*judge).schemaRef},
		{"aggregate_type", text, 1, (*judge).filled},
		{"aggregate_id", text, 1, (*judge).filled},
		{"aggregate_version", number, 1, (*judge).count},
		{"writer_epoch", number, 2, (*judge).count},
		{"origin_region", text, 2, (*judge).filled},
		{"occurred_at", text, 1, (*judge).occurredAt},
		{"producer", text, 1, (*judge).filled},
		{"correlation_id", text, 1, nil},
		{"traceparent", text, 0, (*judge).traceparent},
		{"payload", jsondoc.Object, 1, nil}, // judged with its schema
	}
}

// versionOf tells the version of the envelope: 2 if any field that only
// version 2 requires is present, whatever its value.
func versionOf(event *jsondoc.Node) int {
	for _, name := range []string{"schema_ref", "writer_epoch", "origin_region"} {
		if event.Member(name) != nil {
			return 2
		}
	}
	return 1
}

// fields reports what is missing, of the wrong type, or wrong in itself.
func (j *judge) fields() {
	for _, f := range members() {
		value := j.event.Get(f.name)
		switch {
		case value == nil:
			j.missing(f)
		case j.hasType(f, value) && f.check != nil:
			f.check(j, f.name, value)
		}
	}
	j.unknownFields()
}

func (j *judge) missing(f field) {
	switch {
	case f.required == 0 || f.required > j.version:
	case f.required == 2:
		j.report(rules.FieldRequired, j.event, "", f.name,
			"%s is missing, version 2 of the envelope needs schema_ref, writer_epoch and origin_region", f.name)
	default:
		j.report(rules.FieldRequired, j.event, "", f.name, "%s is missing, every event needs it", f.name)
	}
}

// hasType reports a value of another type than the field's. Which type a
// payload has is its schema's business, beyond object or string.
func (j *judge) hasType(f field, value *jsondoc.Node) bool {
	switch {
	case f.name == "payload" && value.Kind == jsondoc.String:
		return true
	case f.kind == jsondoc.Number && value.Kind == jsondoc.Number:
		if _, ok := integer(value); !ok {
			j.reportField(rules.FieldType, f.name, value, "%s is %s, want a whole number of at most 64 bits, without fraction or exponent", f.name, j.show(value))
			return false
		}
		return true
	case value.Kind == f.kind:
		return true
	case f.name == "aggregate_id" && value.Kind == jsondoc.Number:
		number, want := "a number", "a string"
		if !j.options.Redact {
			number, want = "the number "+clip(value.Text), "the string "+quote(value.Text)
		}
		j.reportField(rules.AggregateIDString, f.name, value, "aggregate_id is %s, want %s", number, want)
		return false
	}
	j.reportField(rules.FieldType, f.name, value, "%s is %s, want %s", f.name, article(value.Kind), article(f.kind))
	return false
}

// integer reads a number that is written as an integer of 64 bits.
func integer(n *jsondoc.Node) (int64, bool) {
	i, err := strconv.ParseInt(n.Text, 10, 64)
	return i, err == nil && n.Text != "-0"
}

func article(k jsondoc.Kind) string {
	switch k {
	case jsondoc.Null:
		return "null"
	case jsondoc.Array, jsondoc.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

func (j *judge) unknownFields() {
	if j.role.reads && j.options.Semantics.Policy != evctl.Strict {
		return
	}
	known := members()
members:
	for _, m := range j.event.Members {
		for _, f := range known {
			if f.name == m.Name {
				continue members
			}
		}
		j.report(rules.FieldUnknown, j.doc.Key(m), "/"+jsondoc.EscapePointer(m.Name), m.Name,
			"%s is no field of the envelope, version %d", quote(m.Name), j.version)
	}
}

func (j *judge) eventID(name string, value *jsondoc.Node) {
	switch {
	case !isUUID(value.Text):
		j.reportField(rules.EventIDUUID, name, value, "event_id is %s, want a UUID of version 7", j.show(value))
	case !isUUIDv7(value.Text):
		rule := rules.EventIDV7
		if j.version > 1 {
			rule.Severity = evctl.Error
		}
		j.reportField(rule, name, value, "event_id is a UUID of version %c, version 7 is wanted", value.Text[14])
	}
}

func (j *judge) eventType(name string, value *jsondoc.Node) {
	if !isEventType(value.Text) {
		j.reportField(rules.EventTypeName, name, value,
			"event_type is %s, want lower-case parts joined by dots, such as order.paid", j.show(value))
	}
}

func (j *judge) count(name string, value *jsondoc.Node) {
	if n, _ := integer(value); n < 1 {
		j.reportField(rules.CountFromOne, name, value, "%s is %d, want 1 or more", name, n)
	}
}

func (j *judge) filled(name string, value *jsondoc.Node) {
	if value.Text == "" {
		j.reportField(rules.FieldEmpty, name, value, "%s is empty, want a name", name)
	}
}

func (j *judge) occurredAt(name string, value *jsondoc.Node) {
	if _, err := parseTimestamp(value.Text); err != nil {
		j.reportField(rules.OccurredAtUTC, name, value, "occurred_at: %s is no UTC time with milliseconds such as %s", j.show(value), exampleTime)
	}
}

func (j *judge) traceparent(name string, value *jsondoc.Node) {
	if !isTraceparent(value.Text) {
		j.reportField(rules.TraceparentW3C, name, value,
			"traceparent is %s, want version, trace id, parent id and flags as W3C defines them, ids not all zero", j.show(value))
	}
}

// schemaRef compares the ref with what the event says elsewhere. Where it says
// nothing there, only the form counts.
func (j *judge) schemaRef(name string, value *jsondoc.Node) {
	ref, err := evctl.ParseSchemaRef(value.Text)
	if err != nil || ref.Registry == "" {
		j.reportField(rules.SchemaRefAgrees, name, value, "schema_ref is %s, want registry/event_type@schema_version", j.show(value))
		return
	}
	want := j.ref()
	for _, part := range []struct{ what, unset, got, want string }{
		{"registry", "", ref.Registry, j.options.Registry},
		{"event type", "", ref.Subject, want.Subject},
		{"version", "0", strconv.Itoa(ref.Version), strconv.Itoa(want.Version)},
	} {
		if part.want != part.unset && part.got != part.want {
			j.reportField(rules.SchemaRefAgrees, name, value, "schema_ref names %s %s, the event is of %s %s",
				part.what, quote(part.got), part.what, quote(part.want))
		}
	}
}
