package dashboard

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/ci/report"
)

// fleet makes up a dashboard of some services, each in a repository of its own.
func fleet(services, exceptions int) Dashboard {
	const day = Day("2026-11-30")
	at := func(days int) Day { return DayOf(day.Time().AddDate(0, 0, days)) }
	owner := func(i int) string {
		return "@team-" + strings.Split("orders ledger billing risk search partners mobile", " ")[i%7]
	}
	var d Dashboard
	for i := range services {
		name := fmt.Sprintf("acme/service-%02d", i)
		d.Repositories = append(d.Repositories, Repository{Name: name, Commit: strings.Repeat(fmt.Sprintf("%02x", i), 20),
			Families: []report.Family{{Name: "compat", State: report.LookedAt}, {Name: "rfc", State: report.LookedAt}, {Name: "lint", State: report.NotConfigured}},
			Summary:  report.Summary{Error: i % 3, Warning: i % 5}})
		s := Service{Repository: name, Name: fmt.Sprintf("service-%02d", i), Owner: owner(i), Money: &Coverage{i % 4, 3, ""}, Mutating: &Coverage{8, 8 + i%2, "2027-09-30"}}
		for c := range 24 {
			state := outcomes()[(i*7+c*c)%len(outcomes())]
			if (i+c)%3 > 0 {
				state = Pass
			}
			s.Verdicts = append(s.Verdicts, Verdict{fmt.Sprintf("KEY-%03d", c+1), state, "contract.yaml:14:3"})
		}
		d.Services = append(d.Services, s)
		d.Measures = append(d.Measures,
			Measure{name, s.Name, Duplicates, "", float64(i % 2)}, Measure{name, s.Name, Operations, "", 1_250_000},
			Measure{name, s.Name, Unknown, "", 3}, Measure{name, s.Name, RetryRatio, s.Name + " → psp", 0.02 + float64(i%10)/100})
		for j := range 3 {
			d.Subjects = append(d.Subjects, Subject{Repository: name, Name: fmt.Sprintf("service_%02d.event_%d", i, j), Format: "json", Owner: owner(i),
				Mode: "FULL_ALL", Versions: 1 + (i+j)%6, Changed: at(-i * 3), Warnings: (i + j) % 2})
			d.Debt = append(d.Debt, Debt{name, fmt.Sprintf("%012x", i*3+j), "schema/unbounded-string", fmt.Sprintf("service_%02d.event_%d", i, j), "/properties/note", owner(i), at(-i * 9)})
		}
	}
	for i := range exceptions {
		took := i % 8
		e := Exception{Repository: fmt.Sprintf("acme/service-%02d", i%services), ID: fmt.Sprintf("EX-2026-%03d", i+1), Rules: []string{"rfc/key-014"},
			Covers: fmt.Sprintf("service-%02d createOrder", i%services), Reason: "A partner sends keys of its own until its migration in spring, see PAY-812",
			Owner: owner(i), Approver: "@platform", Decision: "approved", Filed: at(-20 - i%200), Decided: at(-15 - i%200), Expires: at(i%240 - 10), Took: &took, Findings: i % 4}
		switch i % 9 {
		case 3:
			e.Decision, e.Decided, e.Expires, e.Approver, e.Findings = "pending", "", "", "", 0
			e.Filed = at(-took)
		case 5:
			e.Decision, e.Expires, e.Findings = "denied", "", 0
		case 7:
			e.Closed, e.Findings = at(-3), 0
		}
		d.Exceptions = append(d.Exceptions, e)
		d.Events = append(d.Events, Event{e.Repository, e.ID, "filed", e.Filed, "Jo Doe", strings.Repeat("ab", 20)})
	}
	return Join("evctl v0.1.0", day, d)
}

// Forty services and five hundred exceptions are a page in well under a second,
// and of a size that a browser does not mind.
func TestFleetIsQuick(t *testing.T) {
	d := fleet(40, 500)
	var b bytes.Buffer
	start := time.Now()
	if err := HTML(&b, &d); err != nil {
		t.Fatal(err)
	}
	elapsed := time.Since(start)
	t.Logf("%d bytes in %s", b.Len(), elapsed)
	if elapsed > time.Second {
		t.Errorf("took %s, want less than a second", elapsed)
	}
	if b.Len() > 1<<20 {
		t.Errorf("%d bytes, want at most a megabyte", b.Len())
	}
}

func BenchmarkFleet(b *testing.B) {
	d := fleet(40, 500)
	for _, f := range formats() {
		b.Run(f.name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := f.write(&out, &d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		})
	}
}

func TestTheSameBytesEachTime(t *testing.T) {
	for _, f := range formats() {
		var first bytes.Buffer
		for i := range 3 {
			d := fleet(9, 60)
			var b bytes.Buffer
			if err := f.write(&b, &d); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = b
			} else if !bytes.Equal(first.Bytes(), b.Bytes()) {
				t.Errorf("%s differs from run to run", f.name)
			}
		}
	}
}
