package inventory

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/dashboard/sample"
)

const checked = `{"version":1,"tool":"evctl","against":{"kind":"git","commit":"x"},"families":[{"name":"rfc","state":"looked-at","counts":{}}],"summary":{"error":2},"findings":[
 {"id":"aaaaaaaaaaaa","rule":"schema/x","severity":"warning","subject":"a","message":"m","baseline":{"since":"2026-01-02","owner":"@a"}},
 {"id":"bbbbbbbbbbbb","rule":"rfc/key-001","severity":"error","subject":"shop","path":"POST /x","message":"takes no key"},
 {"id":"cccccccccccc","rule":"rfc/key-001","severity":"warning","subject":"shop","path":"POST /y","message":"inconclusive: elsewhere"},
 {"id":"dddddddddddd","rule":"rfc/rty-001","severity":"error","subject":"shop","message":"two layers","exception":{"id":"EX-2026-001","state":"approved","waives":true,"expires":"2027-03-31"}},
 {"id":"eeeeeeeeeeee","rule":"rfc/obs-001","severity":"error","subject":"shop","message":"none","exception":{"id":"EX-2026-002","state":"expired","waives":false,"expires":"2026-03-31"}},
 {"id":"ffffffffffff","rule":"compat/x","severity":"error","subject":"b","message":"m","exception":{"id":"EX-2026-001","state":"approved","waives":true,"expires":"2027-03-31"}}]}`

func TestReportOfACheck(t *testing.T) {
	d, err := parseRun("runs/shop.json", []byte(checked))
	if err != nil {
		t.Fatal(err)
	}
	if r := d.Repositories[0]; r.Name != "runs/shop" || r.From != "runs/shop.json" || r.Commit != "" || r.Summary.Error != 2 {
		t.Errorf("got %+v", r)
	}
	if len(d.Debt) != 1 || d.Debt[0].ID != "aaaaaaaaaaaa" || d.Debt[0].Since != "2026-01-02" {
		t.Errorf("got %+v", d.Debt)
	}
	if e := d.Exceptions; len(e) != 2 || e[0].Findings != 2 || !slices.Equal(e[0].Rules, []string{"compat/x", "rfc/rty-001"}) || e[1].Decision != "approved" || e[1].Findings != 0 {
		t.Errorf("got %+v", e)
	}
	got := map[string]dashboard.Outcome{}
	for _, v := range d.Services[0].Verdicts {
		got[v.Clause] = v.Outcome
	}
	if got["KEY-001"] != dashboard.Fail || got["RTY-001"] != dashboard.Waived || got["OBS-001"] != dashboard.Fail || len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

// What evctl report writes it reads again, and the page is the same.
func TestReadsWhatItWrote(t *testing.T) {
	before := sample.Fleet(5, 40)
	var text, want, got bytes.Buffer
	if err := dashboard.JSON(&text, &before); err != nil {
		t.Fatal(err)
	}
	d, err := parseRun("board.json", text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	after := dashboard.Join(before.Tool, before.Day, d)
	for i := range after.Repositories {
		if after.Repositories[i].From != "board.json" {
			t.Errorf("got %+v", after.Repositories[i])
		}
		after.Repositories[i].From = ""
	}
	for b, d := range map[*bytes.Buffer]*dashboard.Dashboard{&want: &before, &got: &after} {
		if err := dashboard.HTML(b, d); err != nil {
			t.Fatal(err)
		}
	}
	if got.String() != want.String() {
		t.Error("the page differs")
	}
}

func TestRunsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                             "run.json:1:2: ",
		`[]`:                            "found no findings",
		`{"version":1}`:                 "found no findings",
		`{"findings":[]}`:               "want version 1",
		`{"version":"1","findings":[]}`: "want version 1",
		`{"version":1,"findings":{}}`:   "findings is object, want array",
		`{"version":1,"findings":[{"severity":"fatal"}]}`:                                                                "unknown severity",
		`{"version":1,"findings":[{"rule":"a/b","severity":"error","baseline":{"since":"soon"}}]}`:                       `"soon" is no day`,
		`{"version":1,"findings":[{"rule":"a/b","severity":"error","exception":{"id":"E","expires":"2026-13-01"}}]}`:     "is no day",
		`{"version":2,"repositories":[]}`:                                                                                "want version 1",
		`{"version":1,"repositories":[{"name":"a"}],"exceptions":[{"repository":"b","decision":"pending"}]}`:             `repository "b" is not in the list`,
		`{"version":1,"repositories":[{"name":"a"}],"exceptions":[{"repository":"a","decision":"maybe"}]}`:               `unknown decision "maybe"`,
		`{"version":1,"repositories":[{"name":"a"}],"exceptions":[{"repository":"a","decision":"pending","filed":"x"}]}`: "is no day",
		`{"version":1,"repositories":[{"name":"a"}],"subjects":[{"repository":"a","changed":"1-1-1"}]}`:                  "is no day",
		`{"version":1,"repositories":[{"name":"a","name":"b"}]}`:                                                         "name",
		`{"version":1,"repositories":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`:                       "500",
		"\xef\xbb\xbf{}": "byte order mark",
	} {
		if _, err := parseRun("run.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %s", text, err, want)
		}
	}
}

// Whatever is read can be summed up and written; the page, which takes long
// to make, holds the same sums.
func FuzzRun(f *testing.F) {
	fleet := sample.Fleet(1, 1)
	var text bytes.Buffer
	if err := dashboard.JSON(&text, &fleet); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(checked))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := parseRun("run.json", text)
		if err != nil {
			return
		}
		d = dashboard.Join("evctl", "2026-11-30", d)
		for _, write := range []dashboard.Writer{dashboard.JSON, dashboard.Markdown, dashboard.OpenMetrics} {
			if err := write(&bytes.Buffer{}, &d); err != nil {
				t.Error(err)
			}
		}
	})
}
