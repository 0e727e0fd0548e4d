package envelope_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/evctl/evctl/envelope"
)

func violations(t *testing.T, v *envelope.Validator, event string) string {
	var invalid *envelope.InvalidError
	if !errors.As(v.Validate([]byte(event)), &invalid) {
		t.Fatalf("%s is valid", event)
	}
	var b strings.Builder
	for _, v := range invalid.Violations() {
		fmt.Fprintf(&b, "%s %s %q found %q want %q\n", v.Rule, v.Pointer, event[v.Offset:v.Offset+v.Length], v.Found, v.Expected)
	}
	return b.String()
}

func TestViolationsAreTakenApart(t *testing.T) {
	event := strings.Replace(string(orderPaid("1", "\n"+`{"order":"x, want \"y\"","amount_minor":"7","gift":1}`)), `"aggregate_id":"o_1"`, `"aggregate_id":12`, 1)
	want := `envelope/aggregate-id-string /aggregate_id "12" found "the number 12" want "the string \"12\""
envelope/payload-valid /payload/order "\"x, want \\\"y\\\"\"" found "string \"x, want \\\"y\\\"\"" want "a match of \"^[a-z]_[0-9]+$\""
envelope/payload-valid /payload/amount_minor "\"7\"" found "string \"7\"" want "integer"
envelope/payload-unknown-field /payload/gift "1" found "" want ""
`
	if got := violations(t, validator(t, envelope.Options{}), event); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	redacted := violations(t, validator(t, envelope.Options{Redact: true}), event)
	for _, said := range []string{`found "a number" want "a string"`, `found "string" want "integer"`} {
		if !strings.Contains(redacted, said) {
			t.Errorf("redacted:\n%s", redacted)
		}
	}
	var invalid *envelope.InvalidError
	if errors.As(validator(t, envelope.Options{Redact: true}).Validate([]byte(event)), &invalid); strings.Contains(invalid.Error(), "want \\\"y") {
		t.Errorf("a value is repeated: %v", invalid)
	}
}
