package envelope_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/internal/ruletest"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, "rules/testdata", rules.All(), judge)
}

// judge reads an archive as a user's files: schemas/ is the registry, command
// and evctl.yaml hold options, the rest are events.
func judge(t *testing.T, files map[string][]byte) []evctl.Finding {
	checker := envelope.NewChecker(source(t, files), options(t, files))
	var findings []evctl.Finding
	if there, ok := files["there.ndjson"]; ok { // --fork-of there.ndjson
		first := envelope.Dump{Name: "there.ndjson", Read: bytes.NewReader(there)}
		second := envelope.Dump{Name: "events.ndjson", Read: bytes.NewReader(files["events.ndjson"])}
		if _, err := checker.Forks(context.Background(), first, second, func(f evctl.Finding) { findings = append(findings, f) }); err != nil {
			t.Fatal(err)
		}
		return findings
	}
	for name, text := range files {
		if strings.HasPrefix(name, "event") {
			if _, err := checker.ReadStream(context.Background(), name, bytes.NewReader(text), func(f evctl.Finding) {
				findings = append(findings, f)
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return findings
}

// source returns nil if the archive has no schemas.
func source(t testing.TB, files map[string][]byte) evctl.Source {
	fsys := fstest.MapFS{}
	for name, text := range files {
		if below, ok := strings.CutPrefix(name, "schemas/"); ok {
			fsys[below] = &fstest.MapFile{Data: text}
		}
	}
	if len(fsys) == 0 {
		return nil
	}
	s, err := envelope.FromFS(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func options(t *testing.T, files map[string][]byte) envelope.Options {
	var o envelope.Options
	flags := flag.NewFlagSet("validate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	as, from := flags.String("as", "writer", ""), flags.String("source", "topic", "")
	flags.String("fork-of", "", "") // read by judge
	if command := strings.Fields(string(files["command"])); len(command) > 0 {
		if err := flags.Parse(command[2:]); err != nil {
			t.Fatal(err)
		}
	}
	if *as == "reader" {
		o.Role = envelope.Reader(evctl.SchemaRef{})
	}
	var err error
	if o.Origin, err = envelope.ParseOrigin(*from); err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`([\w-]+): ([\w-]+)`).FindAllStringSubmatch(string(files["evctl.yaml"]), -1) {
		n, _ := strconv.Atoi(m[2])
		switch m[1] {
		case "version":
			o.Version = n
		case "max-bytes":
			o.MaxBytes = n
		case "policy":
			o.Semantics.Policy = evctl.Policy(m[2])
		case "name":
			o.Registry = m[2]
		default:
			t.Fatalf("the archive sets %s, which this test does not know", m[1])
		}
	}
	return o
}
