package program

import (
	"strings"
	"testing"
)

// An index finds each name, also those of which one begins another.
func TestIndexFindsEachName(t *testing.T) {
	for _, list := range []string{
		"a", "id id_type i", "aggregate_type aggregate_id aggregate_version memo",
		"event_id event_type schema_version schema_ref aggregate_type aggregate_id aggregate_version writer_epoch origin_region payload",
		"customer_account_number customer_account_numbers customer_account",
	} {
		names := strings.Fields(list)
		x := newIndex(names)
		for want, name := range names {
			text := []byte(`{"` + name + `":"as many bytes as any of the names takes"}`)
			if got := x.at(text, 2); got != want {
				t.Errorf("%s among %s: got %d, want %d", name, list, got, want)
			}
		}
	}
	if x := newIndex([]string{`a"b`, "c"}); len(x.nodes) > 0 {
		t.Error("a name that JSON escapes is indexed")
	}
}
