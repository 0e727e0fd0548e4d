package envelope

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl"
)

// An opening is how event_type, schema_version and schema_ref of a contract's
// events are commonly written, one after the other. It is compared at once, for
// most events of a program are of the type of the one before.
type opening struct {
	compact, spaced string // from the value of event_type to the end of the last value; empty if there is none
	typ, ref        []byte
	version         int64
}

func newOpening(ref evctl.SchemaRef) opening {
	o := opening{typ: []byte(ref.Subject), ref: []byte(ref.String()), version: int64(ref.Version)}
	if ref.Registry == "" || strings.ContainsFunc(ref.String(), func(r rune) bool { return r <= ' ' || r == '"' || r == '\\' || r > '~' }) {
		return o
	}
	o.compact = fmt.Sprintf(`"%s","schema_version":%d,"schema_ref":"%s"`, ref.Subject, ref.Version, ref)
	o.spaced = fmt.Sprintf(`"%s", "schema_version": %d, "schema_ref": "%s"`, ref.Subject, ref.Version, ref)
	return o
}

// opens reads the fields that tell the contract if they stand as in the event
// before, the first of them being the field at hand with its value at i. It
// returns the offset behind them, or -1.
func (r *reading) opens(at, i int) int {
	c := r.before()
	if at != eventType || c == nil || c.compact == "" || r.seen&(opened&^(1<<eventType)) != 0 || r.role.names() {
		return -1
	}
	end, space := r.m.Has(c.compact, i), 0
	if end < 0 {
		if end, space = r.m.Has(c.spaced, i), 1; end < 0 {
			return end
		}
	}
	if r.options.Registry != "" && r.options.Registry != c.schema.Registry {
		return -1
	}
	r.seen |= opened
	r.typ, r.version, r.ref = c.typ, c.version, c.ref
	r.start[eventType], r.end[eventType] = i, i+len(c.typ)+2
	r.start[schemaVersion] = r.end[eventType] + len(`,"schema_version":`) + 2*space
	r.start[schemaRef], r.end[schemaRef] = end-len(c.ref)-2, end
	r.end[schemaVersion] = r.start[schemaRef] - len(`,"schema_ref":`) - 2*space
	r.named, r.settled = c, true
	return end
}

// opened are the fields of an opening.
const opened = 1<<eventType | 1<<schemaVersion | 1<<schemaRef
