package exposition

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const metrics = `# HELP idempotency_replay_total replays
# TYPE idempotency_replay_total counter
idempotency_replay_total{client="a",endpoint="/x"} 0
idempotency_replay_total{client="b"} 1
# TYPE stuck gauge
{"ops.unknown",age_bucket="1h"} 3
# TYPE lag histogram
lag_bucket{le="1"} 1
lag_bucket{le="+Inf"} 1
lag_sum 1
lag_count 1
# TYPE open counter
open_total{a="\" # {x\""} 1 1.5 # {trace_id="1"} 1
# EOF
`

func TestParse(t *testing.T) {
	for _, text := range []string{metrics, strings.ReplaceAll(metrics, "\n", "\r\n"), strings.TrimSuffix(metrics, "\n")} {
		families, err := Parse("m.txt", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, f := range families {
			fmt.Fprintf(&b, "%s %s %v %d %s\n", f.Name, f.Type, f.Labels, f.Samples, f.Position)
		}
		want := `idempotency_replay_total counter [client endpoint] 2 m.txt:2:1
lag histogram [le] 4 m.txt:7:1
open counter [a] 1 m.txt:12:1
ops.unknown untyped [age_bucket] 1 m.txt:6:1
stuck gauge [] 0 m.txt:5:1
`
		if got := b.String(); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a 1\nb{ 2\n":                       `m.txt:2:4: found "2", want the name of a label`,
		"a{b=\"\\\"} 1\n":                   `m.txt:1:5: the quotes are not closed in this line`,
		"a{b=1} 1":                          `m.txt:1:5: found "1} 1", want a text in double quotes`,
		"a{b=\"1\" c=\"2\"} 1":              `m.txt:1:9: found "c=\"2\"} 1", want a comma or a brace after a label`,
		"a.b 1":                             `m.txt:1:2: value ".b" is no number`,
		"{} 1":                              `m.txt:1:3: found " 1", want the name of a metric`,
		"a one\n":                           `m.txt:1:3: value "one" is no number`,
		"a 1 2 3\n":                         `m.txt:1:3: 3 words after the name, want a value and perhaps a time`,
		"# TYPE a meter":                    `m.txt:1:1: unknown type "meter", want one of counter`,
		"# TYPE a":                          `m.txt:1:1: TYPE line with 1 words after TYPE, want a name and a type`,
		"#\n# TYPE a gauge\n# TYPE a gauge": `m.txt:3:1: a second TYPE line of a, or one after its samples`,
		"a 1\n# TYPE a gauge":               `m.txt:2:1: a second TYPE line of a, or one after its samples`,
		"a \xff":                            `m.txt:1:1: found invalid UTF-8`,
		strings.Repeat("#", MaxBytes+1):     "m.txt:1:1: 8388609 bytes are over the limit of 8388608 for metrics",
	} {
		_, err := Parse("m.txt", []byte(text))
		var own *Error
		if !errors.As(err, &own) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(metrics))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := Parse("m.txt", text)
		var own *Error
		if err != nil && !errors.As(err, &own) {
			t.Errorf("%v is no *Error", err)
		}
	})
}

func TestSamples(t *testing.T) {
	var got []string
	err := Samples("m.txt", []byte("a_total{x=\"1\",y=\"2\"} 3 1700000000\n{\"b.c\",z=\"q\"} 0.5\nd NaN\n"), func(s Sample) {
		got = append(got, fmt.Sprint(s.Name, s.Labels, s.Value))
	})
	want := "a_totalmap[x:1 y:2] 3 b.cmap[z:q] 0.5 dmap[] NaN"
	if err != nil || strings.Join(got, " ") != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if err := Samples("m.txt", []byte("a x\n"), func(Sample) {}); err == nil {
		t.Error("want an error for a value that is no number")
	}
}
