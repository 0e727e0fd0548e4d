package validator

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	v5 "github.com/santhosh-tekuri/jsonschema/v5"
	v6 "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// A peer judges one event; it returns whether the event is valid.
type peer struct {
	name  string
	judge func([]byte) bool
}

func benchSource(t testing.TB) *envelope.Files {
	files := fstest.MapFS{}
	for _, file := range []string{"1", "2", "3"} {
		files["events/ledger.entry_posted/"+file+".json"] = &fstest.MapFile{Data: []byte(benchPayload)}
	}
	source, err := envelope.FromFS(files)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func benchValidator(t testing.TB) *envelope.Validator {
	v, err := envelope.NewValidator(context.Background(), benchSource(t), envelope.Options{Registry: "events"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func schemaPeers(t testing.TB) []peer {
	text, err := envelope.Schema(2)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(benchSchema(text))
	if err != nil {
		t.Fatal(err)
	}
	c5 := v5.NewCompiler()
	if err := c5.AddResource("s.json", bytes.NewReader(whole)); err != nil {
		t.Fatal(err)
	}
	s5 := c5.MustCompile("s.json")
	doc, err := v6.UnmarshalJSON(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	c6 := v6.NewCompiler()
	if err := c6.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	s6 := c6.MustCompile("s.json")
	v := benchValidator(t)
	decoded := func(event []byte) (value any, ok bool) {
		err := json.Unmarshal(event, &value)
		return value, err == nil
	}
	return []peer{
		{"evctl", func(event []byte) bool { return v.Validate(event) == nil }},
		{"v5", func(event []byte) bool { value, ok := decoded(event); return ok && s5.Validate(value) == nil }},
		{"v6", func(event []byte) bool { value, ok := decoded(event); return ok && s6.Validate(value) == nil }},
		{"touch", touch},
		{"encoding/json", structPeer(json.Unmarshal)},
	}
}

// touch reads every eight bytes, which is the least that looking at an event costs.
func touch(event []byte) bool {
	var sum uint64
	for ; len(event) >= 8; event = event[8:] {
		sum += binary.LittleEndian.Uint64(event)
	}
	return sum != 0
}

// cpu is the time that the process has computed.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkEvents measures all peers in turns, in computing time, so that other
// work on the machine disturbs them alike. It reports the median, ns/event, of
// this package and how many times that its peers take, from their medians and
// from their least disturbed rounds (min).
func BenchmarkEvents(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	peers := append(schemaPeers(b), structPeers()...)
	for _, layout := range []string{"compact", "spaced", "shuffled", "bad"} {
		b.Run(layout, func(b *testing.B) {
			events, valid := benchEvents(layout, 500), 500
			if layout == "bad" {
				valid = 0
			}
			median, least := race(b, peers, events)
			if ajvMedian, ajvLeast, ok := ajvEvents(b, events, valid); ok {
				b.ReportMetric(ajvMedian/median, "x:ajv")
				b.ReportMetric(ajvLeast/least, "min-x:ajv")
			}
		})
	}
}

const (
	rounds = 25
	slice  = 8 * time.Millisecond // of computing, for each peer in a round
)

// race returns what an event takes the first of the peers, in ns.
func race(b *testing.B, peers []peer, events [][]byte) (median, least float64) {
	repeat := make([]int, len(peers))
	for i, p := range peers {
		p.run(events, 1) // warm up
		start := cpu()
		p.run(events, 1)
		repeat[i] = max(1, int(slice/max(cpu()-start, time.Microsecond)))
	}
	took := make([][]float64, len(peers))
	for b.Loop() {
		for range rounds {
			for i, p := range peers {
				start := cpu()
				p.run(events, repeat[i])
				took[i] = append(took[i], float64(cpu()-start)/float64(repeat[i]*len(events)))
			}
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	middle := func(x []float64) float64 { return x[len(x)/2] }
	median, least = middle(took[0]), took[0][0]
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median, "ns/event")
	b.ReportMetric(least, "min-ns/event")
	for i, p := range peers[1:] {
		b.ReportMetric(middle(took[i+1])/median, "x:"+p.name)
		b.ReportMetric(took[i+1][0]/least, "min-x:"+p.name)
	}
	return median, least
}

func (p peer) run(events [][]byte, times int) {
	for range times {
		for _, event := range events {
			p.judge(event)
		}
	}
}

// The peers agree with the validator on every layout, but for what they do not
// look at, or the benchmarks would compare apples and pears.
func TestPeersOfTheBenchmarkAgree(t *testing.T) {
	for _, layout := range []string{"compact", "spaced", "shuffled", "bad"} {
		for i, event := range benchEvents(layout, 100) {
			for _, p := range append(schemaPeers(t), structPeers()...) {
				lax := p.name == "touch" || layout == "bad" && !slices.Contains([]string{"evctl", "v5", "v6"}, p.name)
				if got := p.judge(event); got != (layout != "bad") && !lax {
					t.Fatalf("%s, %s %d: %v\n%s", p.name, layout, i, got, event)
				}
			}
		}
	}
}

// BenchmarkCompile compares what compiling a schema of 2 KB costs.
func BenchmarkCompile(b *testing.B) {
	text, _ := json.Marshal(benchSchema(must(envelope.Schema(2))))
	schema := &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: text}
	b.Run("evctl", func(b *testing.B) {
		for b.Loop() {
			compileBoth(b, schema)
		}
		b.ReportMetric(float64(len(text)), "bytes")
	})
	b.Run("v5", func(b *testing.B) {
		for b.Loop() {
			c := v5.NewCompiler()
			if err := c.AddResource("s.json", bytes.NewReader(text)); err != nil {
				b.Fatal(err)
			}
			c.MustCompile("s.json")
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
