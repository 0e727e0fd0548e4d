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
func built(t testing.TB, source string) string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", program, file)
	build.Dir, build.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
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
	for _, p := range []struct{ name, source string }{{"hello", hello}, {"parsers", parsers}, {"producer", producer}} {
		b.Run(p.name, func(b *testing.B) {
			program := built(b, p.source)
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
