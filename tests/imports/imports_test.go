// Package imports measures what a producer pays for importing package envelope:
// the size of its program, and the time that passes before main.
package imports

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const hello = `package main

func main() { println("hello") }
`

const producer = `package main

import (
	"context"
	"os"

	"github.com/evctl/evctl/envelope"
)

func main() {
	source, err := envelope.FromFS(os.DirFS(os.Args[1]))
	if err != nil {
		panic(err)
	}
	v, err := envelope.NewValidator(context.Background(), source, envelope.Options{})
	if err != nil {
		panic(err)
	}
	println(v.Validate([]byte("{}")) != nil)
}
`

// judging judges one event.
const judging = `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/evctl/evctl/envelope"
)

func main() {
	source, err := envelope.FromFS(os.DirFS(os.Args[1]))
	if err != nil {
		panic(err)
	}
	v, err := envelope.NewValidator(context.Background(), source, envelope.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(v.Validate([]byte(os.Args[2])))
}
`

// parsers parses a schema with each parser that envelope imports.
const parsers = `package main

import (
	"context"
	"os"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/dlclark/regexp2"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/hamba/avro/v2"
	v5 "github.com/santhosh-tekuri/jsonschema/v5"
	v6 "github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	text := strings.Join(os.Args, "")
	five, err5 := v5.CompileString("a", text)
	doc, _ := v6.UnmarshalJSON(strings.NewReader(text))
	c := v6.NewCompiler()
	c.AddResource("a", doc)
	six, err6 := c.Compile("a")
	if err5 == nil && err6 == nil {
		println(five.Validate(1), six.Validate(1))
	}
	_, err := avro.Parse(text)
	files := protocompile.SourceAccessorFromMap(map[string]string{"a": text})
	proto := protocompile.Compiler{Resolver: &protocompile.SourceResolver{Accessor: files}}
	_, errProto := proto.Compile(context.Background(), "a")
	_, errPattern := regexp2.Compile(text, regexp2.ECMAScript)
	_, errToken := jsontext.NewDecoder(strings.NewReader(text)).ReadToken()
	println(err != nil, errProto != nil, errPattern != nil, errToken != nil)
}
`

// built builds a program by the versions that evctl requires.
func built(t testing.TB, source string, tags ...string) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-tags", strings.Join(tags, ","), "-ldflags", "-s -w", "-o", program, file)
	build.Dir, build.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// jsonOnly is the tag of programs whose payloads are JSON.
const jsonOnly = "evctl_json_only"

func TestProgramsForJSONCarryNoOtherParsers(t *testing.T) {
	cmd := exec.Command("go", "list", "-tags", jsonOnly, "-deps", "./envelope")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for path := range strings.Lines(string(out)) {
		for _, parser := range []string{"hamba/avro", "bufbuild/protocompile", "google.golang.org/protobuf"} {
			if strings.Contains(path, parser) {
				t.Errorf("it has %s", path)
			}
		}
	}
	event := `{"event_id":"01938c1f-5a20-7d11-8c3e-000000000000","event_type":"a.b","schema_version":1,"aggregate_type":"a","aggregate_id":"p",` +
		`"aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"p","correlation_id":"r","payload":`
	schemas := filepath.Join(t.TempDir(), "events/a.b")
	if err := os.MkdirAll(schemas, 0o700); err != nil {
		t.Fatal(err)
	}
	program := built(t, judging, jsonOnly)
	for _, test := range []struct{ file, schema, payload, want string }{
		{"1.json", "{}", "{}", "<nil>"},
		{"1.avsc", `"long"`, `"Ag=="`, "built for payloads in JSON alone, by the tag evctl_json_only"},
	} {
		file := filepath.Join(schemas, test.file)
		if err := os.WriteFile(file, []byte(test.schema), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, filepath.Join(schemas, "../.."), event+test.payload+"}").CombinedOutput()
		if err != nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: got %s, %v, want %s", test.file, out, err, test.want)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// initialised runs a program and returns its trace of what runs before main.
func initialised(t testing.TB, program string) string {
	t.Helper()
	cmd := exec.Command(program, "../../examples/schemas")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

func TestNothingOfOursRunsBeforeMain(t *testing.T) {
	trace := initialised(t, built(t, producer))
	if !strings.Contains(trace, "init github.com/santhosh-tekuri/") {
		t.Fatalf("this is no trace:\n%s", trace)
	}
	for line := range strings.Lines(trace) {
		if strings.HasPrefix(line, "init github.com/evctl/") {
			t.Error(line)
		}
	}
}

var clock = regexp.MustCompile(`, ([0-9.]+) ms clock,`)

func BenchmarkImport(b *testing.B) {
	for _, p := range []struct{ name, source string }{{"hello", hello}, {"parsers", parsers}, {"producer", producer}, {"producer-json-only", producer}} {
		b.Run(p.name, func(b *testing.B) {
			var tags []string
			if p.name == "producer-json-only" {
				tags = append(tags, jsonOnly)
			}
			program := built(b, p.source, tags...)
			info, err := os.Stat(program)
			if err != nil {
				b.Fatal(err)
			}
			var runs []float64
			for range 11 {
				total := 0.0
				for _, m := range clock.FindAllStringSubmatch(initialised(b, program), -1) {
					ms, err := strconv.ParseFloat(m[1], 64)
					if err != nil {
						b.Fatal(err)
					}
					total += ms
				}
				runs = append(runs, total)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
			b.ReportMetric(slices.Min(runs), "ms-init")
			b.ReportMetric(0, "ns/op") // it measures no operation
		})
	}
}
