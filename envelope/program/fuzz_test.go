package program

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

func programOf(t testing.TB, schema string, half Half) *Program {
	p, err := Compile(&evctl.Schema{Format: evctl.JSON, File: "s.json", Text: []byte(schema)}, evctl.Semantics{}, half)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// everything is a schema of most of what a machine does.
const everything = `{"$defs":{"tree":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/tree"}},{"type":["array","string"],"items":{"$ref":"#/$defs/tree"}}]}},
"properties":{
 "tree":{"$ref":"#/$defs/tree"},
 "names":{"patternProperties":{"^x":{"type":"integer","multipleOf":0.5},"y$":true},"additionalProperties":{"type":"string","pattern":"^(a|b)*c?$"},"propertyNames":{"maxLength":5000}},
 "set":{"type":"array","uniqueItems":true,"contains":{"minimum":3},"items":{"type":["number","string","array","object"]}},
 "text":{"type":"string","minLength":2,"maxLength":100000,"pattern":"^\\S+$"},
 "uuid":{"pattern":"^[0-9a-f]{8}-[0-9a-f]{4}$"},
 "enum":{"enum":["a","bb",3,1.5,null,true]},
 "either":{"oneOf":[{"required":["a"]},{"required":["b"]}],"dependentRequired":{"a":["c"]},"if":{"required":["c"]},"then":{"maxProperties":2}}},
"$schema":"https://json-schema.org/draft/2020-12/schema"}`

func FuzzProgram(f *testing.F) {
	for _, text := range []string{
		"", "{", `{"tree":[["a",["b"]]],"names":{"x1":1.5,"ay":{},"c":"abc"},"set":[1,"1",[1],{"a":1},4]}`, `{"text":"é\ud83d\ude00\n","enum":1.50,"uuid":"0123abcd-0123"}`,
		`{"either":{"a":1,"c":2},"\u0074ree":"x","tree":1}`, `[1e400,-0,"\ud800"]`, `{"a":1,"a":2}`, "\xef\xbb\xbf1", `{"set":[1,1.0]}`, strings.Repeat("[", 600),
	} {
		f.Add([]byte(text))
	}
	anything := programOf(f, "true", Writer)
	halves := []*Program{programOf(f, everything, Writer), programOf(f, everything, Reader)}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := jsondoc.Parse("", text)
		err2 := anything.Validate(text)
		var fault *Fault
		if errors.As(err2, &fault) && fault.Unsure {
			return // a number beyond the limits
		}
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%q: %v, jsondoc: %v", text, err2, err)
		}
		for _, p := range halves {
			if verdict := p.Validate(text); errors.As(verdict, &fault) && (fault.Offset < 0 || fault.Offset > len(text)) {
				t.Fatalf("%q: fault at %d", text, fault.Offset)
			}
		}
	})
}

// Work grows as the text does, whatever the text: values are counted, for time
// says little on a machine that has other things to do.
func TestWorkIsLinear(t *testing.T) {
	p := programOf(t, everything, Reader)
	work := func(text string) int {
		m := Get([]byte(text))
		defer m.Free()
		before := m.steps
		if m.Run(p, 0, 0) < 0 && !m.fault.Unsure {
			t.Errorf("%.60s…: %+v", text, m.fault)
		}
		return before - m.steps
	}
	for name, made := range map[string]func(n int) string{
		"siblings": func(n int) string { return `{"tree":[` + strings.Repeat(`["a"],`, n) + `"a"]}` },
		"names":    func(n int) string { return `{"names":{` + numbered(`"x%d":1e9999,"c%d":"ab",`, n) + `"y":1}}` },
		"items":    func(n int) string { return `{"set":[` + numbered(`[%d,{"a":"%d"}],`, n) + `3]}` },
		"escapes":  func(n int) string { return `{"text":"` + strings.Repeat(`\u00e9`, n) + `"}` },
		"unknown":  func(n int) string { return `{` + numbered(`"n%d":{"a":[%d,2]},`, n) + `"x":1}` },
	} {
		if small, large := work(made(50)), work(made(400)); large > 9*small {
			t.Errorf("%s: 8 times the text takes %d steps, not 8 times %d", name, large, small)
		}
	}
	nested := `{"tree":` + strings.Repeat("[", 400) + strings.Repeat("]", 400) + "}" // each way leads to both branches
	if steps := work(nested); steps != stepsPerByte*len(nested)+minSteps+1 {
		t.Errorf("alternatives within themselves: stopped after %d steps", steps)
	}
}

// numbered repeats a text with two places for its number.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i)
	}
	return b.String()
}

// One program serves many goroutines.
func TestProgramsAreShared(t *testing.T) {
	p := programOf(t, everything, Writer)
	good, bad := []byte(`{"tree":[["a"]],"enum":"bb","set":[3,"a"]}`), []byte(`{"tree":[["a"]],"enum":"c","set":[3,3]}`)
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() {
			for range 100 {
				if err := p.Validate(good); err != nil {
					t.Error(err)
				}
				if p.Validate(bad) == nil {
					t.Error("the bad one passes")
				}
			}
		})
	}
	group.Wait()
}
