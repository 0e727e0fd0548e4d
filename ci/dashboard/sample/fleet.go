// Package sample makes up dashboards of any size, for tests and benchmarks of
// what is drawn from them: call [Fleet]. Tests only.
package sample

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/report"
)

// Fleet makes up a dashboard of some services, each in a repository of its own.
func Fleet(services, exceptions int) dashboard.Dashboard {
	const day = dashboard.Day("2026-11-30")
	at := func(days int) dashboard.Day { return dashboard.DayOf(day.Time().AddDate(0, 0, days)) }
	owner := func(i int) string {
		return "@team-" + strings.Split("orders ledger billing risk search partners mobile", " ")[i%7]
	}
	outcomes := []dashboard.Outcome{dashboard.Pass, dashboard.Waived, dashboard.Warn, dashboard.Inconclusive, dashboard.Fail, dashboard.Broken, dashboard.NotApplicable, dashboard.NotConfigured}
	var d dashboard.Dashboard
	for i := range services {
		name := fmt.Sprintf("acme/service-%02d", i)
		d.Repositories = append(d.Repositories, dashboard.Repository{Name: name, Commit: strings.Repeat(fmt.Sprintf("%02x", i), 20),
			Families: []report.Family{{Name: "compat", State: report.LookedAt}, {Name: "rfc", State: report.LookedAt}, {Name: "lint", State: report.NotConfigured}},
			Summary:  report.Summary{Error: i % 3, Warning: i % 5}})
		s := dashboard.Service{Repository: name, Name: fmt.Sprintf("service-%02d", i), Owner: owner(i), Money: &dashboard.Coverage{Compliant: i % 4, Total: 3}, Mutating: &dashboard.Coverage{Compliant: 8, Total: 8 + i%2, Due: "2027-09-30"}}
		for c := range 24 {
			state := outcomes[(i*7+c*c)%len(outcomes)]
			if (i+c)%3 > 0 {
				state = dashboard.Pass
			}
			s.Verdicts = append(s.Verdicts, dashboard.Verdict{Clause: fmt.Sprintf("KEY-%03d", c+1), Outcome: state, Why: "contract.yaml:14:3"})
		}
		d.Services = append(d.Services, s)
		d.Measures = append(d.Measures,
			dashboard.Measure{Repository: name, Service: s.Name, Name: dashboard.Duplicates, Value: float64(i % 2)}, dashboard.Measure{Repository: name, Service: s.Name, Name: dashboard.Operations, Value: 1_250_000},
			dashboard.Measure{Repository: name, Service: s.Name, Name: dashboard.Unknown, Value: 3}, dashboard.Measure{Repository: name, Service: s.Name, Name: dashboard.RetryRatio, Edge: s.Name + " → psp", Value: 0.02 + float64(i%10)/100})
		for j := range 3 {
			d.Subjects = append(d.Subjects, dashboard.Subject{Repository: name, Name: fmt.Sprintf("service_%02d.event_%d", i, j), Format: "json", Owner: owner(i),
				Mode: "FULL_ALL", Versions: 1 + (i+j)%6, Changed: at(-i * 3), Warnings: (i + j) % 2})
			for k := range 2 + (i+j)%3 {
				d.Consumers = append(d.Consumers, dashboard.Consumer{Repository: fmt.Sprintf("acme/service-%02d", (i+k+1)%services), Service: fmt.Sprintf("service-%02d", (i+k+1)%services),
					Subject: fmt.Sprintf("service_%02d.event_%d", i, j), Versions: []int{1}, Reads: []string{"/id"}, Replays: k == 1})
			}
			d.Debt = append(d.Debt, dashboard.Debt{Repository: name, ID: fmt.Sprintf("%012x", i*3+j), Rule: "compat/field-type-changed",
				Subject: fmt.Sprintf("service_%02d.event_%d", i, j), Path: "/properties/note", Owner: owner(i), Since: at(-i * 9)})
		}
	}
	for i := range exceptions {
		took := i % 8
		e := dashboard.Exception{Repository: fmt.Sprintf("acme/service-%02d", i%services), ID: fmt.Sprintf("EX-2026-%03d", i+1), Rules: []string{"rfc/key-014"},
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
		d.Events = append(d.Events, dashboard.Event{Repository: e.Repository, Exception: e.ID, Step: "filed", Day: e.Filed, By: "Jo Doe", Commit: strings.Repeat("ab", 20)})
	}
	return dashboard.Join("evctl v0.1.0", day, d)
}
