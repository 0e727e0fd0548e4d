//go:build corpus

package protobuf

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/protobuf"
	compiler "github.com/evctl/evctl/internal/protobuf"
)

// A difference is a change on which buf says one thing and we another.
type difference struct {
	id       string
	level    evctl.Level
	ours     evctl.Judgement
	old, new *evctl.Schema
	dirs     []evctl.Direction
}

// classes are the kinds of differences, each the subject of a rule's page. The
// first rule of a finding that is here names the class.
var classes = []struct{ rule, why string }{
	{"compat/field-cardinality-changed", "one value and a list of one are the same bytes; buf refuses by declaration"},
	{"compat/field-type-changed", "an enum is its number on the wire; a number that is cut short is lost, though it parses"},
	{"compat/json-format-changed", "buf looks under the old name, the field has moved to another type"},
	{"compat/reservation-removed", "a reserved name is no matter of bytes"},
	{"compat/generated-code-changed", "a type of another name and the same structure is the same event"},
}

// TestCorpusDifferences: wherever our answer is not buf's, code that protoc
// generates from both sides reads events as we say: what we refuse is lost,
// what we let pass comes back as it was written.
func TestCorpusDifferences(t *testing.T) {
	all, total := differences(t)
	g := newGenerated(t)
	var readings []reading
	var checks []func([]result) error // of the readings in order
	byClass := map[string]int{}
	for i, d := range all {
		keys := map[string]string{"old.proto": fmt.Sprintf("d%dold", i), "new.proto": fmt.Sprintf("d%dnew", i)}
		g.add(t, keys["old.proto"], d.old)
		g.add(t, keys["new.proto"], d.new)
		class := d.class(t)
		byClass[class]++
		more, judge := d.evidence(t, keys)
		if len(more) == 0 {
			t.Errorf("%s %s: no event to show", d.id, d.level)
		}
		from := len(readings)
		readings = append(readings, more...)
		checks = append(checks, func(results []result) error { return judge(results[from : from+len(more)]) })
	}
	results := g.read(t, readings)
	for i, check := range checks {
		if err := check(results); err != nil {
			t.Errorf("%s %s, we say %s: %v\n%s\n---\n%s", all[i].id, all[i].level, all[i].ours.Verdict, err, all[i].old.Text, all[i].new.Text)
		}
	}
	t.Logf("%d differences of %d answers, %d events read", len(all), total, len(readings))
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		t.Logf("%3d %s", byClass[class], class)
	}
}

// class returns the rule whose page explains the difference.
func (d difference) class(t *testing.T) string {
	for _, c := range classes {
		for _, f := range d.ours.Findings {
			if f.Rule != c.rule {
				continue
			}
			page := filepath.Join("../../docs/rules", c.rule+".md")
			if _, err := os.Stat(page); err != nil {
				t.Errorf("%s has no page: %v", c.rule, err)
			}
			return c.rule + ": " + c.why
		}
	}
	t.Errorf("%s %s is of no known class: %v", d.id, d.level, d.ours.Findings)
	return "?"
}

func differences(t *testing.T) (all []difference, total int) {
	for _, name := range []string{"peers.jsonl.gz", "protobuf-matrix.jsonl.gz"} {
		corpusLines(t, name, func(line []byte) {
			var c struct {
				ID, Format, Direction string
				Old, New              string
				Refs                  struct{ Old, New map[string]string }
				Buf                   struct {
					Wire     *bool `json:"WIRE"`
					WireJSON *bool `json:"WIRE_JSON"`
				}
			}
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatal(err)
			}
			if c.Format != "protobuf" || c.Buf.Wire == nil {
				return
			}
			dirs := map[string][]evctl.Direction{"backward": {evctl.Backward}, "forward": {evctl.Forward}, "full": {evctl.Backward, evctl.Forward}}[c.Direction]
			for level, theirs := range map[evctl.Level]bool{evctl.Wire: *c.Buf.Wire, evctl.WireJSON: *c.Buf.WireJSON} {
				d := difference{id: c.ID, level: level, old: side("old.proto", c.Old, c.Refs.Old), new: side("new.proto", c.New, c.Refs.New), dirs: dirs}
				var err error
				if d.ours, err = engine.New().Compare(context.Background(), d.old, d.new, dirs, evctl.Semantics{Level: level}); err != nil {
					t.Fatal(err)
				}
				total++
				if (d.ours.Verdict == evctl.Compatible) != theirs && d.ours.Verdict != evctl.Invalid {
					all = append(all, d)
				}
			}
		})
	}
	slices.SortFunc(all, func(a, b difference) int { return strings.Compare(a.id+string(a.level), b.id+string(b.level)) })
	return all, total
}

func side(file, text string, refs map[string]string) *evctl.Schema {
	s := &evctl.Schema{Format: evctl.Protobuf, File: file, Text: []byte(text), Refs: map[string]*evctl.Schema{}}
	for name, ref := range refs {
		s.Refs[name] = &evctl.Schema{Format: evctl.Protobuf, File: name, Text: []byte(ref)}
	}
	return s
}

func corpusLines(t *testing.T, name string, f func(line []byte)) {
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no corpus: set EVCTL_CORPUS to its folder: %v", err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f(lines.Bytes())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// evidence returns events that show who is right, and the judge of what
// generated code makes of them.
func (d difference) evidence(t *testing.T, keys map[string]string) ([]reading, func([]result) error) {
	if d.ours.Verdict == evctl.Incompatible {
		if readings, judge := d.losses(keys); len(readings) > 0 {
			return readings, judge
		}
	}
	var readings []reading
	for _, dir := range d.dirs {
		writer, reader := sides(dir)
		s := map[string]*evctl.Schema{"old.proto": d.old, "new.proto": d.new}[writer]
		for _, event := range sampleEvents(t, s) {
			r := reading{Key: keys[reader], Back: keys[writer]}
			if d.level == evctl.Wire {
				r.Wire, _ = proto.Marshal(event)
			} else {
				data, err := protojson.Marshal(event)
				if err != nil {
					t.Fatal(err)
				}
				r.JSON = string(data)
			}
			readings = append(readings, r)
		}
	}
	return readings, func(results []result) error {
		for i, r := range results {
			if r.Error != "" || !r.Same {
				return fmt.Errorf("%x%s does not come back: read as %s %s", readings[i].Wire, readings[i].JSON, r.Text, r.Error)
			}
		}
		return nil
	}
}

// losses are the witnesses of a refusal; one that holds is enough.
func (d difference) losses(keys map[string]string) ([]reading, func([]result) error) {
	var claims []claim
	var readings []reading
	for _, f := range d.ours.Findings {
		for _, dir := range d.dirs {
			if f.Severity < evctl.Error || f.Witness == nil || f.Witness.Hex == "" && f.Witness.Value == nil || f.Direction != dir && f.Direction != evctl.Both {
				continue
			}
			writer, reader := sides(dir)
			c := claim{d.id, keys[writer], keys[reader], *f.Witness}
			claims = append(claims, c)
			readings = append(readings, c.readings()...)
		}
	}
	return readings, func(results []result) error {
		for i, c := range claims {
			if err := c.check(results[2*i], results[2*i+1]); err != nil {
				return err
			}
			if c.witness.Written == c.witness.Read {
				return fmt.Errorf("the witness %s loses nothing", c.witness.Written)
			}
		}
		return nil
	}
}

// sampleEvents returns events of the schema's message with one field each, at
// the edges of its type.
func sampleEvents(t *testing.T, s *evctl.Schema) []*dynamicpb.Message {
	f, err := compiler.Compile(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	md, _ := f.Subject()
	list := []*dynamicpb.Message{dynamicpb.NewMessage(md)}
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		for _, v := range edges(fd, 3) {
			m := dynamicpb.NewMessage(md)
			setOne(m, fd, v)
			list = append(list, m)
		}
	}
	return list
}

func setOne(m *dynamicpb.Message, fd protoreflect.FieldDescriptor, v protoreflect.Value) {
	switch {
	case fd.IsMap():
		for _, k := range edges(fd.MapKey(), 1) {
			m.Mutable(fd).Map().Set(k.MapKey(), v)
		}
	case fd.IsList():
		m.Mutable(fd).List().Append(v)
		m.Mutable(fd).List().Append(v)
	default:
		m.Set(fd, v)
	}
}

func edges(fd protoreflect.FieldDescriptor, depth int) []protoreflect.Value {
	if fd.IsMap() {
		return edges(fd.MapValue(), depth)
	}
	var list []protoreflect.Value
	add := func(values ...any) {
		for _, v := range values {
			list = append(list, protoreflect.ValueOf(v))
		}
	}
	switch fd.Kind() {
	case protoreflect.BoolKind:
		add(true)
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		add(int32(7), int32(math.MaxInt32), int32(math.MinInt32))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		add(int64(7), int64(math.MaxInt64), int64(math.MinInt64))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		add(uint32(7), uint32(math.MaxUint32))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		add(uint64(7), uint64(math.MaxUint64))
	case protoreflect.FloatKind:
		add(float32(1.5))
	case protoreflect.DoubleKind:
		add(0.1)
	case protoreflect.StringKind:
		add("é")
	case protoreflect.BytesKind:
		add([]byte{0xff, 0})
	case protoreflect.EnumKind:
		for i := range fd.Enum().Values().Len() {
			add(fd.Enum().Values().Get(i).Number())
		}
	default:
		m := dynamicpb.NewMessage(fd.Message())
		for i := 0; depth > 0 && i < fd.Message().Fields().Len(); i++ {
			inner := fd.Message().Fields().Get(i)
			if values := edges(inner, depth-1); inner.ContainingOneof() == nil && len(values) > 0 {
				setOne(m, inner, values[0])
			}
		}
		add(m)
	}
	return list
}
