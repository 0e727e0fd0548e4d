package rules

import "github.com/evctl/evctl"

// FieldEmpty is the rule envelope/field-empty.
var FieldEmpty = evctl.Rule{
	ID:       "envelope/field-empty",
	Severity: evctl.Error,
	Doc: `A field that identifies something is empty.

Events are grouped by aggregate_type and aggregate_id, and the aggregate id is the key of the record: all events with
an empty one share a partition and an order that means nothing. An empty producer or origin_region leaves nobody to
ask. Fill the field in where the event is built.`,
}
