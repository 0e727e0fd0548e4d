package tally

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/webpage"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/ruletest"
)

// events is how an archive writes some events that are alike.
type events struct {
	Times   int // how many
	Type    string
	Version int
	At      time.Time
	Every   string   // how much later each of them occurred than the one before
	Rules   []string // that each breaks
}

func (e events) judged(t testing.TB) (all []envelope.Judged) {
	every, err := time.ParseDuration(e.Every)
	if err != nil {
		t.Fatal(err)
	}
	j := envelope.Judged{Ref: evctl.SchemaRef{Subject: e.Type, Version: e.Version}, Invalid: len(e.Rules) > 0}
	for _, rule := range e.Rules {
		j.Findings = append(j.Findings, evctl.Finding{Rule: rule, Severity: evctl.Error})
	}
	for i := range e.Times {
		if j.Occurred = e.At; !e.At.IsZero() {
			j.Occurred = e.At.Add(time.Duration(i) * every)
		}
		all = append(all, j)
	}
	return all
}

// Each archive holds events and what each writer makes of them. Of the page, the
// style is left out.
func TestLooks(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	own := webpage.New(pageCSS, "")
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tally := Tally{Times: true}
			for _, e := range readArchive(t, archive) {
				for _, j := range e.judged(t) {
					tally.Event(j)
				}
			}
			run := Run{Tool: "evctl v0.1.0", Inputs: []string{"a.ndjson", "<b>.ndjson"}, Notes: []string{"one event in 2 was judged"}, Unchecked: 1}
			for name, write := range map[string]func(io.Writer) error{
				"json": tally.JSON, "table": tally.Table, "html": func(w io.Writer) error { return tally.HTML(w, run) },
			} {
				var got bytes.Buffer
				if err := write(&got); err != nil {
					t.Fatal(err)
				}
				page := strings.NewReplacer(string(own.Style), "…", strings.ReplaceAll(own.StyleHash, "+", "&#43;"), "…").Replace(got.String())
				ruletest.Compare(t, archive, name, page)
			}
			if ruletest.Update() {
				slices.SortStableFunc(archive.Files[1:], func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func readArchive(t *testing.T, archive *txtar.Archive) (all []events) {
	if len(archive.Files) == 0 || archive.Files[0].Name != "events.json" {
		t.Fatal("the archive does not begin with events.json")
	}
	if err := json.Unmarshal(archive.Files[0].Data, &all); err != nil {
		t.Fatalf("events.json: %v", err)
	}
	return all
}

// A timeline holds no more than its slots, loses nothing, and comes out the same
// in whatever order the events come.
func TestTimelineIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []time.Duration{time.Minute, 30 * time.Hour, 400 * 24 * time.Hour, 280 * 365 * 24 * time.Hour} {
		start := time.Date(2026, 3, 1, 9, 7, 0, 0, time.UTC)
		var all []envelope.Judged
		for range 3000 {
			all = append(all, envelope.Judged{Occurred: start.Add(time.Duration(random.Int64N(int64(spread)))), Invalid: random.IntN(3) == 0})
		}
		for _, far := range []string{"0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"} {
			at, err := time.Parse(time.RFC3339, far)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, envelope.Judged{Occurred: at})
		}
		var first timeline
		for _, e := range all {
			first.add(e)
			if len(first.slots) > maxSlots {
				t.Fatalf("%s: %d slots", spread, len(first.slots))
			}
		}
		var second timeline
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		sum := 0
		for _, e := range all {
			second.add(e)
		}
		for number, s := range second.slots {
			if f := first.slots[number]; f == nil || f.events != s.events || f.invalid != s.invalid {
				t.Fatalf("%s: slot %d is %+v in one order, %+v in another", spread, number, f, s)
			}
			sum += s.events
		}
		if first.step != second.step || len(first.slots) != len(second.slots) || sum != len(all) {
			t.Errorf("%s: %d and %d slots of %d and %d s, %d of %d events", spread, len(first.slots), len(second.slots), slotWidth(first.step), slotWidth(second.step), sum, len(all))
		}
		a := newAxis(first)
		if right := slices.Max(a.lefts) + a.column; right > plotLeft+plotWidth+0.01 || !slices.IsSorted(a.lefts) || len(a.Cuts) > maxCuts {
			t.Errorf("%s: columns end at %g, cut %d times", spread, right, len(a.Cuts))
		}
	}
}

// A slot begins and ends where one of the next width does.
func TestWidthsAreMultiples(t *testing.T) {
	for step := range 20 {
		if slotWidth(step+1)%slotWidth(step) != 0 {
			t.Errorf("%d is no multiple of %d", slotWidth(step+1), slotWidth(step))
		}
	}
	monday := slotStart(slotOf(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), week), week)
	if want := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC); !monday.Equal(want) {
		t.Errorf("a week begins on %s, want %s", monday, want)
	}
}

func TestNumbersReadWell(t *testing.T) {
	for text, want := range map[string]string{
		thousands(0): "0", thousands(999): "999", thousands(1000): "1,000", thousands(1234567): "1,234,567",
		percent(0, 0): "–", percent(0, 9): "0 %", percent(9, 9): "100 %", percent(1, 3): "33.33 %",
		percent(1, 1_000_000): "< 0.01 %", percent(999_999, 1_000_000): "> 99.99 %",
		span(900): "15 minutes", span(day): "1 day", span(4 * week): "4 weeks", span(5): "5 seconds",
	} {
		if text != want {
			t.Errorf("got %q, want %q", text, want)
		}
	}
	for n, want := range map[int]int{0: 1, 1: 1, 3: 4, 9: 10, 11: 12, 81: 100, 140: 160, 1001: 1200} {
		if got := roundUp(n); got != want {
			t.Errorf("%d rounds up to %d, want %d", n, got, want)
		}
	}
}

// Types are chosen by whoever writes the events.
func TestKindsAreBounded(t *testing.T) {
	var tally Tally
	for i := range 3 * maxKinds {
		tally.Event(envelope.Judged{Ref: evctl.SchemaRef{Subject: "a.b", Version: i + 1}, Invalid: i%2 == 0})
	}
	kinds := tally.Kinds()
	if len(kinds) != maxKinds+1 || kinds[0] != (KindCount{Events: 2 * maxKinds, Invalid: maxKinds}) {
		t.Errorf("got %d kinds, the first is %+v", len(kinds), kinds[0])
	}
}

// What comes from outside is text, and the page holds nothing that could ask for
// more.
func TestHostileTextIsEscaped(t *testing.T) {
	evil := `"><script>alert(1)</script>`
	tally := Tally{Times: true}
	tally.Event(envelope.Judged{Ref: evctl.SchemaRef{Subject: evil}, Findings: []evctl.Finding{{Rule: evil}}, Occurred: time.Now()})
	var b bytes.Buffer
	if err := tally.HTML(&b, Run{Tool: evil, Inputs: []string{evil}, Notes: []string{evil}}); err != nil {
		t.Fatal(err)
	}
	for _, leak := range []string{"<script", "unsafe-", " style=", "javascript:", "<link", "<img", "@import", "url("} {
		if strings.Contains(b.String(), leak) {
			t.Errorf("the page holds %s", leak)
		}
	}
}

// What a screen reader needs, as on the dashboard.
func TestThePageCanBeHeard(t *testing.T) {
	tally := Tally{Times: true}
	for i, rule := range []string{"a/a", "a/b", "a/c", "a/d", "a/e", "a/f", "a/g", "a/h", "a/i"} {
		tally.Event(envelope.Judged{Findings: []evctl.Finding{{Rule: rule}}, Occurred: time.Unix(int64(i), 0)})
	}
	var b bytes.Buffer
	if err := tally.HTML(&b, Run{}); err != nil {
		t.Fatal(err)
	}
	count := func(pattern string) int { return len(regexp.MustCompile(pattern).FindAllString(b.String(), -1)) }
	numbers := map[string][2]int{
		"tables with captions":   {count(`<table`), count(`<caption`)},
		"headings with a scope":  {count(`<th[ >]`), count(`<th scope="(row|col)"`)},
		"pictures with a part":   {count(`<svg`), count(`<svg[^>]*(role="img" aria-labelledby|aria-hidden="true")`)},
		"pictures with words":    {count(`role="img"`), count(`<desc id=`)},
		"regions with a name":    {count(`role="region"`), count(`role="region" aria-label="[^"]+" tabindex="0"`)},
		"sections with headline": {count(`<section`), count(`<h2`)},
	}
	for _, what := range slices.Sorted(maps.Keys(numbers)) {
		if n := numbers[what]; n[0] != n[1] || n[0] == 0 {
			t.Errorf("%s: %d of %d", what, n[1], n[0])
		}
	}
}
