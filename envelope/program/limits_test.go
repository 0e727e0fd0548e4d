package program

import (
	"fmt"
	"strings"
	"testing"
)

// A schema beyond the limits is left to the library whole, names included.
func TestSchemasBeyondTheLimits(t *testing.T) {
	var names strings.Builder
	for i := range maxProps + 1 {
		fmt.Fprintf(&names, `"n%d":{},`, i)
	}
	for _, half := range []Half{Writer, Reader} {
		p := programOf(t, `{"properties":{`+names.String()+`"a":{"type":"string"}}}`, half)
		if len(p.Plan()) != 1 || p.Plan()[0].Pointer != "" {
			t.Errorf("plan %v", p.Plan())
		}
		for document, want := range map[string]bool{`{"a":"x","n7":1}`: true, `{"a":1}`: false, `{"b":1}`: half == Reader} {
			if err := p.Validate([]byte(document)); (err == nil) != want {
				t.Errorf("%s: %v", document, err)
			}
		}
	}
}
