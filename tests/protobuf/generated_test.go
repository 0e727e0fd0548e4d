package protobuf

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/evctl/evctl"
	compiler "github.com/evctl/evctl/internal/protobuf"
)

// generated is a Go program in which protoc and protoc-gen-go have made code of
// many schemas, each under a key of its own, and which reads events with it.
type generated struct {
	dir     string
	plugin  string
	imports []string // of the program: alias, path
	types   []string // entries of its table
	names   map[string]bool
}

func newGenerated(t *testing.T) *generated {
	needs(t, "protoc")
	g := &generated{dir: t.TempDir(), names: map[string]bool{}}
	g.plugin = filepath.Join(g.dir, "protoc-gen-go")
	run(t, ".", nil, "go", "build", "-o", g.plugin, "google.golang.org/protobuf/cmd/protoc-gen-go")
	return g
}

func run(t *testing.T, dir string, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, stderr.String())
	}
	return out
}

// add generates code for a schema and all that it imports.
func (g *generated) add(t *testing.T, key string, s *evctl.Schema) {
	t.Helper()
	if g.names[key] {
		return
	}
	g.names[key] = true
	files := g.parse(t, s)
	request := &pluginpb.CodeGeneratorRequest{ProtoFile: files}
	var parameters []string
	own := 0
	for _, f := range files {
		if strings.HasPrefix(f.GetOptions().GetGoPackage(), "google.golang.org/protobuf/") {
			continue // the library has the code
		}
		own++
		path := fmt.Sprintf("gen/%s/p%d", key, own)
		parameters = append(parameters, fmt.Sprintf("M%s=%s", f.GetName(), path))
		request.FileToGenerate = append(request.FileToGenerate, f.GetName())
		alias := fmt.Sprintf("%s_p%d", key, own)
		g.imports = append(g.imports, fmt.Sprintf("%s %q", alias, path))
		if f != files[len(files)-1] {
			g.imports[len(g.imports)-1] = fmt.Sprintf("_ %q", path)
		}
	}
	request.Parameter = proto.String(strings.Join(append(parameters, "module=gen"), ","))
	g.table(t, key, fmt.Sprintf("%s_p%d", key, own), request, s)
	in, err := proto.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(run(t, g.dir, in, g.plugin), &response); err != nil || response.Error != nil {
		t.Fatalf("%s: %v %s", key, err, response.GetError())
	}
	for _, f := range response.File {
		g.write(t, f.GetName(), f.GetContent())
	}
}

func (g *generated) write(t *testing.T, name, text string) {
	file := filepath.Join(g.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// table names the messages of the schema's file: the key alone is the subject's.
func (g *generated) table(t *testing.T, key, alias string, request *pluginpb.CodeGeneratorRequest, s *evctl.Schema) {
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		t.Fatal(err)
	}
	file := plugin.Files[len(plugin.Files)-1]
	entry := func(key string, m *protogen.Message) {
		g.types = append(g.types, fmt.Sprintf("%q: func() proto.Message { return new(%s.%s) }", key, alias, m.GoIdent.GoName))
	}
	var add func(messages []*protogen.Message)
	add = func(messages []*protogen.Message) {
		for _, m := range messages {
			if m.Desc.IsMapEntry() {
				continue
			}
			name := string(m.Desc.FullName())
			entry(key+"/"+name, m)
			if name == s.Message || s.Message == "" && m == file.Messages[0] {
				entry(key, m)
			}
			add(m.Messages)
		}
	}
	add(file.Messages)
}

// parse has protoc read the schema; what is in an edition, which Debian's
// protoc does not know, our own compiler. The schema's file comes last.
func (g *generated) parse(t *testing.T, s *evctl.Schema) []*descriptorpb.FileDescriptorProto {
	text := string(s.Text)
	for _, ref := range s.Refs {
		text += string(ref.Text)
	}
	if strings.Contains(text, "edition") {
		return compiledFiles(t, s)
	}
	dir := t.TempDir()
	for name, ref := range s.Refs {
		g.writeIn(t, filepath.Join(dir, name), ref.Text)
	}
	g.writeIn(t, filepath.Join(dir, s.File), s.Text)
	set := filepath.Join(dir, "set")
	run(t, dir, nil, "protoc", "-I", dir, "--include_imports", "--descriptor_set_out="+set, filepath.Join(dir, s.File))
	data, err := os.ReadFile(set)
	if err != nil {
		t.Fatal(err)
	}
	var files descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	return files.File
}

func (g *generated) writeIn(t *testing.T, file string, text []byte) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func compiledFiles(t *testing.T, s *evctl.Schema) []*descriptorpb.FileDescriptorProto {
	f, err := compiler.Compile(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var files []*descriptorpb.FileDescriptorProto
	seen := map[string]bool{}
	var visit func(protoreflect.FileDescriptor)
	visit = func(d protoreflect.FileDescriptor) {
		if seen[d.Path()] {
			return
		}
		seen[d.Path()] = true
		for i := range d.Imports().Len() {
			visit(d.Imports().Get(i).FileDescriptor)
		}
		files = append(files, protodesc.ToFileDescriptorProto(d))
	}
	visit(f.FileDescriptor)
	return files
}

// A reading is an event that the program reads with the code of Key. With Back
// it writes what it has read and says whether the code of Back, reading that,
// has what it had of the event itself.
type reading struct {
	Key  string `json:"key"`
	Back string `json:"back,omitempty"`
	Wire []byte `json:"wire,omitempty"`
	JSON string `json:"json,omitempty"`
}

type result struct {
	Text, Error string
	Same        bool
}

// read builds the program and runs it.
func (g *generated) read(t *testing.T, readings []reading) []result {
	t.Helper()
	version := strings.TrimSpace(string(run(t, ".", nil, "go", "list", "-m", "-f", "{{.Version}}", "google.golang.org/protobuf")))
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	g.write(t, "go.mod", "module gen\n\ngo 1.26\n\nrequire google.golang.org/protobuf "+version+"\n")
	g.write(t, "go.sum", string(sums))
	program, err := os.ReadFile("testdata/reader.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(program), "\t// IMPORTS\n", "\t"+strings.Join(g.imports, "\n\t")+"\n", 1)
	g.write(t, "main.go", strings.Replace(text, "\t// TYPES\n", "\t"+strings.Join(g.types, ",\n\t")+",\n", 1))
	run(t, g.dir, nil, "go", "build", "-mod=mod", "-o", "reader", ".")
	var in bytes.Buffer
	for _, r := range readings {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOLANG_PROTOBUF_REGISTRATION_CONFLICT", "ignore") // the schemas use the same names
	out := json.NewDecoder(bytes.NewReader(run(t, g.dir, in.Bytes(), filepath.Join(g.dir, "reader"))))
	results := make([]result, len(readings))
	for i := range results {
		if err := out.Decode(&results[i]); err != nil {
			t.Fatal(err)
		}
	}
	return results
}

// A claim is a witness and the keys of the code that it speaks of.
type claim struct {
	name           string
	writer, reader string
	witness        evctl.Witness
}

func (c claim) readings() []reading {
	w, r := reading{Key: c.writer}, reading{Key: c.reader}
	if _, message, alone := strings.Cut(c.witness.Written, "# message "); alone {
		message, _, _ = strings.Cut(message, " ")
		w.Key, r.Key = w.Key+"/"+message, r.Key+"/"+message
	}
	if c.witness.Value != nil {
		w.JSON, r.JSON = string(c.witness.Value), string(c.witness.Value)
	} else {
		data, _ := hex.DecodeString(c.witness.Hex)
		w.Wire, r.Wire = data, data
	}
	return []reading{w, r}
}

// check holds what generated code has read against the witness.
func (c claim) check(written, read result) error {
	switch {
	case written.Error != "" || !same(goText(written.Text), plain(c.witness.Written)):
		return fmt.Errorf("generated code says %q was written (%s), we say %q", goText(written.Text), written.Error, c.witness.Written)
	case c.witness.Read == "" && read.Error == "":
		return fmt.Errorf("generated code reads %q, we say %s", goText(read.Text), c.witness.Error)
	case c.witness.Read != "" && (read.Error != "" || !same(goText(read.Text), plain(c.witness.Read))):
		return fmt.Errorf("generated code reads %q (%s), we say %q", goText(read.Text), read.Error, c.witness.Read)
	}
	return nil
}

// goText spells what Go prints as protoc would.
func goText(text string) string {
	text = strings.ReplaceAll(oneLine(text), ": {", " {")
	for {
		at := strings.Index(text, `\x`)
		if at < 0 || at+4 > len(text) {
			return plain(text)
		}
		b, err := hex.DecodeString(text[at+2 : at+4])
		if err != nil {
			return plain(text)
		}
		text = fmt.Sprintf("%s\\%03o%s", text[:at], b[0], text[at+4:])
	}
}

// TestGeneratedCodeReads: code that protoc generates from both sides of the
// rules' own archives reads the events that we show, as bytes and as JSON.
func TestGeneratedCodeReads(t *testing.T) {
	g := newGenerated(t)
	var claims []claim
	var readings []reading
	for i, c := range archives(t) {
		keys := map[string]string{}
		for side, text := range map[string]string{"old.proto": c.old, "new.proto": c.new} {
			keys[side] = fmt.Sprintf("a%d%s", i, side[:3])
			g.add(t, keys[side], &evctl.Schema{Format: evctl.Protobuf, File: side, Text: []byte(text), Message: c.message})
		}
		for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
			writer, reader := sides(dir)
			for _, f := range c.findings(t, dir) {
				if f.Witness == nil || f.Witness.Hex == "" && f.Witness.Value == nil || goOpensEnums[f.Rule] || precaution[f.Rule] {
					continue
				}
				claim := claim{c.name + " " + string(dir) + " " + f.Rule, keys[writer], keys[reader], *f.Witness}
				claims = append(claims, claim)
				readings = append(readings, claim.readings()...)
			}
		}
	}
	results := g.read(t, readings)
	for i, c := range claims {
		if err := c.check(results[2*i], results[2*i+1]); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if len(claims) < 20 {
		t.Errorf("only %d witnesses", len(claims))
	}
	t.Logf("%d witnesses, rules %v", len(claims), slices.Sorted(maps.Keys(rulesOf(claims))))
}

func rulesOf(claims []claim) map[string]int {
	rules := map[string]int{}
	for _, c := range claims {
		rules[c.name[strings.LastIndexByte(c.name, ' ')+1:]]++
	}
	return rules
}

// goOpensEnums are rules about numbers that a closed enum does not name: Go
// keeps them in the field, against the specification that protoc follows.
var goOpensEnums = map[string]bool{"compat/enum-openness-changed": true, "compat/enum-value-added": true, "compat/enum-value-removed": true}
