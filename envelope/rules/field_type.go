package rules

import "github.com/evctl/evctl"

// FieldType is the rule envelope/field-type.
var FieldType = evctl.Rule{
	ID:       "envelope/field-type",
	Severity: evctl.Error,
	Doc: `A field of the envelope has the wrong JSON type.

Versions and epochs are whole numbers of at most 64 bits, written without fraction or exponent; the payload is an
object, or a base64 string if its schema is Avro or Protobuf; all else is a string. A null is no value: leave an
optional field out instead.`,
}
