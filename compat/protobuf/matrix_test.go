package protobuf

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/ruletest"
)

const header = "syntax = \"proto3\"; package p; enum E { E_ZERO = 0; E_ONE = 1; } message Sub { int32 a = 1; }\n"

func sample(t *testing.T, body string) *evctl.Schema {
	t.Helper()
	return &evctl.Schema{Format: evctl.Protobuf, File: "new.proto", Text: []byte(header + "message M { " + body + " }"), Message: "p.M"}
}

// answers returns, for a change read backward, a letter for each answer that
// is no, capital if the level wire_json makes it an error: w, j, v; or a dot.
func answers(t *testing.T, old, new *evctl.Schema) string {
	got := ""
	for level, letter := range map[evctl.Level]string{evctl.Wire: "w", evctl.WireJSON: "j"} {
		j, err := New().Compare(context.Background(), old, new, []evctl.Direction{evctl.Backward}, evctl.Semantics{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range j.Findings {
			if f.Severity == evctl.Error && f.Witness == nil {
				t.Errorf("%s: no witness", f.Message)
			}
			if f.Severity == evctl.Warning && level == evctl.WireJSON {
				got += "v"
			}
		}
		if j.Verdict == evctl.Incompatible {
			got += letter
		}
	}
	switch {
	case strings.Contains(got, "w"):
		return "w"
	case strings.Contains(got, "j"):
		return "j"
	case got != "":
		return got
	}
	return "."
}

// TestMatrix holds the answer for each pair of types and of labels.
func TestMatrix(t *testing.T) {
	types := []string{"double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32",
		"fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes", "E", "Sub"}
	var out strings.Builder
	out.WriteString("Row: the writer's type. Column: the reader's. w: lost on the wire; j: in JSON only; v: reads as another value; .: fine.\n\n")
	table(t, &out, types, func(typ string) string { return typ + " x = 1;" })
	for _, typ := range []string{"int32", "string", "E", "Sub"} {
		fmt.Fprintf(&out, "\nLabels of %s\n\n", typ)
		table(t, &out, []string{"singular", "optional", "repeated", "map", "oneof", "oneof of two"}, func(label string) string {
			return fmt.Sprintf(map[string]string{"singular": "%s x = 1; bool y = 2;", "optional": "optional %s x = 1; bool y = 2;",
				"repeated": "repeated %s x = 1; bool y = 2;", "map": "map<int32, %s> x = 1; bool y = 2;",
				"oneof": "oneof o { %s x = 1; } bool y = 2;", "oneof of two": "oneof o { %s x = 1; bool y = 2; }"}[label], typ)
		})
	}
	golden(t, "testdata/matrix.txt", out.String())
}

func table(t *testing.T, out *strings.Builder, names []string, field func(string) string) {
	fmt.Fprintf(out, "%-13s", "")
	for _, name := range names {
		fmt.Fprintf(out, " %s", name)
	}
	out.WriteByte('\n')
	for _, was := range names {
		row := fmt.Sprintf("%-13s", was)
		for _, now := range names {
			row += fmt.Sprintf(" %-*s", len(now), answers(t, sample(t, field(was)), sample(t, field(now))))
		}
		out.WriteString(strings.TrimRight(row, " ") + "\n")
	}
}

func golden(t *testing.T, file, got string) {
	if ruletest.Update() {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", file, got)
	}
}
