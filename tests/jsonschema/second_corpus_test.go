//go:build corpus

package jsonschema_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/tests/jsonschema/second"
)

// TestCorpusSecondAuthor has every witness of the corpora judged by a validator
// of another author than those that the product asks: the writer's schema must
// allow the event and the reader's refuse what it sees of it. What that
// validator cannot judge is counted by its reason.
func TestCorpusSecondAuthor(t *testing.T) {
	for _, name := range []string{"wikimedia-primary", "wikimedia-secondary", "iglu", "schemastore"} {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			j := newJury(t, "evolution-"+name+", consecutive, FULL, "+string(policy))
			for _, versions := range histories(t, "evolution-"+name+".jsonl.gz") {
				for i := 1; i < len(versions); i++ {
					j.hear(versions[i-1], versions[i], evctl.Semantics{Policy: policy}, "7")
				}
			}
			j.report()
		}
	}
	for _, name := range []string{"containment", "containment-optional"} {
		j := newJury(t, name+", strict, formats as annotations")
		corpusLines(t, name+".jsonl.gz", func(line []byte) {
			var p struct {
				Draft  string
				S1, S2 json.RawMessage
			}
			if err := json.Unmarshal(line, &p); err != nil {
				t.Fatal(err)
			}
			draft := strings.TrimPrefix(strings.TrimPrefix(p.Draft, "draft"), "-")
			j.hear(&evctl.Schema{Format: evctl.JSON, File: "1.json", Text: p.S1}, &evctl.Schema{Format: evctl.JSON, File: "2.json", Text: p.S2},
				evctl.Semantics{Policy: evctl.Strict, Draft: draft}, draft)
		})
		j.report()
	}
}

// A jury judges the witnesses of one collection.
type jury struct {
	t            *testing.T
	name         string
	engine       *engine.Engine
	confirmed    int
	contradicted int
	abstained    map[string]int
	compiled     map[*evctl.Schema]opinion
}

// An opinion is a schema, or why it cannot be judged by.
type opinion struct {
	schema *second.Schema
	err    error
}

func newJury(t *testing.T, name string) *jury {
	return &jury{t: t, name: name, engine: engine.New(), abstained: map[string]int{}, compiled: map[*evctl.Schema]opinion{}}
}

func (j *jury) hear(old, next *evctl.Schema, sem evctl.Semantics, draft string) {
	judgement, err := j.engine.Compare(context.Background(), old, next, []evctl.Direction{evctl.Backward, evctl.Forward}, sem)
	if err != nil {
		j.t.Fatal(err)
	}
	for _, f := range judgement.Findings {
		sides := f.Sides
		if len(sides) == 0 {
			sides = []evctl.Side{{Direction: f.Direction, Witness: f.Witness}}
		}
		for _, side := range sides {
			if side.Witness == nil {
				continue
			}
			writer, reader := old, next
			if side.Direction == evctl.Forward {
				writer, reader = next, old
			}
			j.judge(writer, reader, sem, draft, side.Witness.Value)
		}
	}
}

func (j *jury) judge(writer, reader *evctl.Schema, sem evctl.Semantics, draft string, event []byte) {
	seen := event
	if sem.Policy != evctl.Strict {
		p, err := jsonschema.NewProjection(reader, sem)
		if err != nil {
			j.abstained["projection"]++
			return
		}
		doc, err := jsondoc.Parse("event", event)
		if err != nil {
			j.t.Fatal(err)
		}
		seen = p.Project(doc.Root).Canonical()
	}
	written, err := j.verdict(writer, draft, event)
	if err == nil {
		var read bool
		if read, err = j.verdict(reader, draft, seen); err == nil {
			if written && !read {
				j.confirmed++
				return
			}
			j.contradicted++
			j.t.Errorf("%s: written %v, read %v: %s\nwriter %s\nreader %s", j.name, written, read, event, writer.Text, reader.Text)
			return
		}
	}
	if !errors.Is(err, second.ErrCannotJudge) {
		j.t.Fatal(err)
	}
	reason := strings.TrimPrefix(err.Error(), second.ErrCannotJudge.Error()+": ")
	if fields := strings.Fields(reason); len(fields) > 1 {
		reason = strings.Join(fields[:2], " ")
	}
	if strings.HasPrefix(reason, "pattern") {
		reason = "pattern"
	}
	j.abstained[reason]++
}

func (j *jury) verdict(s *evctl.Schema, draft string, event []byte) (bool, error) {
	o, ok := j.compiled[s]
	if !ok {
		o.schema, o.err = second.Compile(s.Text, draft)
		j.compiled[s] = o
	}
	if o.err != nil {
		return false, o.err
	}
	return o.schema.Judge(event)
}

func (j *jury) report() {
	abstained := 0
	for _, n := range j.abstained {
		abstained += n
	}
	j.t.Logf("%s: %d witnesses confirmed, %d contradicted, %d not judged", j.name, j.confirmed, j.contradicted, abstained)
	for _, reason := range slices.Sorted(maps.Keys(j.abstained)) {
		j.t.Logf("  %5d %s", j.abstained[reason], reason)
	}
}
