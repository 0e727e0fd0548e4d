//go:build corpus

package protobuf

import (
	"context"
	jsonlib "encoding/json"
	"reflect"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// A probe says what one side reads of an event of the other.
type probe struct {
	WriteWith string `json:"write_with"`
	Encoding  string
	Value     jsonlib.RawMessage
	Result    any // ProtoJSON, {"any_of": […]} or "error"
}

// TestCorpusProbes runs the events of the field reports through trials, the
// experiment on which verdicts rest.
func TestCorpusProbes(t *testing.T) {
	run := 0
	corpus(t, "field-reports.jsonl.gz", func(line []byte) {
		var r struct {
			fieldReport
			Expect struct{ Probes []probe }
		}
		if jsonlib.Unmarshal(line, &r) != nil || r.Area != "compat-proto" || r.Input.Old == "" {
			return
		}
		c := corpusCase{Old: r.Input.Old, New: r.Input.New}
		old, new := c.schemas()
		old.Message, new.Message = r.Input.Message, r.Input.Message
		for _, p := range r.Expect.Probes {
			run++
			if got := p.run(t, old, new); !p.wants(got) {
				t.Errorf("%s: %s written with %s as %s reads as %v, want %v", r.ID, p.Value, p.WriteWith, p.Encoding, got, p.Result)
			}
		}
	})
	t.Logf("%d probes", run)
}

func (p probe) run(t *testing.T, old, new *evctl.Schema) any {
	o, _, err := compile(context.Background(), old, protobuf.Compile)
	n, _, err2 := compile(context.Background(), new, protobuf.Compile)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	om, _ := o.Subject()
	nm, _ := n.Subject()
	c, at, dir := newComparer(o, n, nil, "", false), &place{old: om, new: nm}, evctl.Forward
	if p.WriteWith == "old" {
		dir = evctl.Backward
	}
	c.root = at
	event := dynamicpb.NewMessage(at.end(dir, true))
	if err := protojson.Unmarshal(p.Value, event); err != nil {
		t.Fatal(err)
	}
	result := c.try(at, dir, event, map[string]levels{"wire": wire, "json": json}[p.Encoding])
	if result.err != "" {
		return "error"
	}
	return toJSON(t, result.read)
}

func toJSON(t *testing.T, m proto.Message) any {
	data, err := protojson.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := jsonlib.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (p probe) wants(got any) bool {
	if choice, ok := p.Result.(map[string]any); ok && choice["any_of"] != nil {
		for _, want := range choice["any_of"].([]any) {
			if reflect.DeepEqual(got, want) {
				return true
			}
		}
		return false
	}
	return reflect.DeepEqual(got, p.Result)
}

// TestCorpusReservations: what a report's schema reserves is what we compare.
func TestCorpusReservations(t *testing.T) {
	corpus(t, "field-reports.jsonl.gz", func(line []byte) {
		var r struct {
			ID, Area string
			Input    struct{ Schema string }
			Expect   struct {
				Numbers []int64  `json:"reserved_numbers"`
				Names   []string `json:"reserved_names"`
			}
		}
		if jsonlib.Unmarshal(line, &r) != nil || r.Area != "compat-proto" || r.Expect.Numbers == nil {
			return
		}
		f, err := protobuf.Compile(context.Background(), &evctl.Schema{File: "r.proto", Text: []byte(r.Input.Schema)})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := f.Subject()
		var numbers []int64
		for _, s := range messageReservations(m).spans {
			for n := s.first; n <= s.last; n++ {
				numbers = append(numbers, n)
			}
		}
		if !reflect.DeepEqual(numbers, r.Expect.Numbers) || m.ReservedNames().Len() != len(r.Expect.Names) {
			t.Errorf("%s: reserved are %v, want %v", r.ID, numbers, r.Expect.Numbers)
		}
	})
}
