package yamldoc

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

type settings struct {
	Owner    string                    `yaml:"owner"`
	Versions []int                     `yaml:"versions"`
	Rules    map[string]evctl.Severity `yaml:"rules"`
	Retired  []struct {
		Versions []int  `yaml:"versions"`
		Reason   string `yaml:"reason"`
	} `yaml:"retired"`
	Registry *struct {
		Name string `yaml:"name"`
	} `yaml:"registry"`
	Deprecated bool `yaml:"deprecated"`
}

func TestDecode(t *testing.T) {
	text := "\xef\xbb\xbf# settings\r\nowner: \"@pay\"\r\nversions: [1, 2]\r\nrules: {schema/unbounded-string: off}\r\n" +
		"retired:\r\n- versions: &v [1]\r\n  reason: gone\r\n- versions: *v\r\nregistry: {name: events}\r\n"
	var got settings
	if err := Decode("subject.yaml", []byte(text), &got); err != nil {
		t.Fatal(err)
	}
	var want settings
	want.Owner, want.Versions = "@pay", []int{1, 2}
	want.Rules = map[string]evctl.Severity{"schema/unbounded-string": evctl.Off}
	want.Retired = append(want.Retired, struct {
		Versions []int  `yaml:"versions"`
		Reason   string `yaml:"reason"`
	}{[]int{1}, "gone"}, struct {
		Versions []int  `yaml:"versions"`
		Reason   string `yaml:"reason"`
	}{[]int{1}, ""})
	want.Registry = &struct {
		Name string `yaml:"name"`
	}{"events"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestDecodeEmpty(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "\n\n", "null"} {
		got := settings{Owner: "kept"}
		if err := Decode("x.yaml", []byte(text), &got); err != nil || got.Owner != "kept" {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"owner: a\nownr: b\n", `x.yaml:2:1: unknown key "ownr": did you mean "owner"?`},
		{"zzz: b\n", `x.yaml:1:1: unknown key "zzz": want one of deprecated, owner, registry, retired, rules, versions`},
		{"owner: é\nretired:\n- {versions: [1], é: 2, raeson: b}\n", `x.yaml:3:19: unknown key "é": want one of reason, versions`},
		{"retired:\n- {reason: é, raeson: b}\n", `x.yaml:2:16: unknown key "raeson": did you mean "reason"?`},
		{"registry: {nmae: b}\n", `x.yaml:1:12: unknown key "nmae": did you mean "name"?`},
		{"owner: a\nowner: b\n", `x.yaml:2:1: mapping key "owner" already defined at [1:1]`},
		{"rules: {a: loud}\n", `x.yaml:1:12: unknown severity "loud": want off, info, warning or error`},
		{"versions: [1, two]\n", `x.yaml:1:15: want an integer, found "two"`},
		{"versions: 1\n", `x.yaml:1:11: want a list, found an integer`},
		{"- a\n", `x.yaml:1:1: want a mapping of keys to values, found a list`},
		{"rules: [a]\n", `x.yaml:1:8: want a mapping of keys to values, found a list`},
		{"rules: {a: [off]}\n", `x.yaml:1:12: want a string, found a list`},
		{"deprecated: maybe\n", `x.yaml:1:13: want true or false, found "maybe"`},
		{"owner: [\n", `x.yaml:1:8: sequence end token ']' not found`},
		{"owner: a\n---\nowner: b\n", `x.yaml:3:1: found a second document, want one`},
		{"owner: *nobody\n", `x.yaml:1:9: alias of an anchor "nobody" that is not defined above`},
		{"owner: \xff\n", `x.yaml:1:8: found invalid UTF-8`},
		{"a: b\nowner: \x00\n", `x.yaml:2:8: found a NUL byte`},
		{strings.Repeat("[", 101), `x.yaml:1:101: nested deeper than the limit of 100`},
		{strings.Repeat("- ", 101) + "a", `x.yaml:1:201: nested deeper than the limit of 100`},
		{strings.Repeat("#", MaxBytes+1), `x.yaml: 1048577 bytes are over the limit of 1048576 for one YAML file`},
		{bomb(), `x.yaml:6:10: aliases expand to more than the limit of 200000 values`},
		{"a: &a [*a]\n", `x.yaml:1:8: nested deeper than the limit of 100`},
	} {
		err := Decode("x.yaml", []byte(test.text), new(settings))
		var own *Error
		if !errors.As(err, &own) || err.Error() != test.want {
			t.Errorf("%.60q\n got %v\nwant %s", test.text, err, test.want)
		}
	}
}

// bomb doubles at every line: the "billion laughs".
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ","))
	}
	return b.String()
}

func TestPosition(t *testing.T) {
	doc, err := Parse("x.yaml", []byte("owner: a\nretired:\n- versions: [1, 2]\n  reason: gone\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path []any
		want string
	}{
		{nil, "x.yaml:1:1"},
		{[]any{"owner"}, "x.yaml:1:1"},
		{[]any{"retired", 0}, "x.yaml:3:3"},
		{[]any{"retired", 0, "versions", 1}, "x.yaml:3:17"},
		{[]any{"retired", 0, "reason"}, "x.yaml:4:3"},
		{[]any{"retired", 0, "evidence"}, "x.yaml:3:3"},
		{[]any{"retired", 7, "evidence"}, "x.yaml:2:1"},
	} {
		if got := doc.Position(test.path...).String(); got != test.want {
			t.Errorf("%v: got %s, want %s", test.path, got, test.want)
		}
	}
}

// Lines end with CRLF as they do without.
func TestPositionWithCRLF(t *testing.T) {
	doc, err := Parse("x.yaml", []byte("# one\r\n\r\na: 1 # two\r\nb: >-\r\n  text\r\nc: {d: 2}\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Position("c", "d").String(); got != "x.yaml:6:5" {
		t.Errorf("got %s", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("owner: a\nretired:\n- versions: &v [1]\n- {versions: *v, reason: \"x\"}\n"))
	f.Add([]byte("a: !!str &x\n  ? b\n  : |-\n    c\n<<: *x\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		err := Decode("x.yaml", text, new(settings))
		var own *Error
		if err != nil && !errors.As(err, &own) {
			t.Errorf("%v is no *Error", err)
		}
	})
}
