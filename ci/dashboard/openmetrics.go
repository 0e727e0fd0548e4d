package dashboard

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// OpenMetrics writes the sums in the text format of OpenMetrics 1.0, for a
// file that a Prometheus server scrapes or a node exporter collects. All are
// gauges as of the dashboard's day; what is not known has no sample.
func OpenMetrics(w io.Writer, d *Dashboard) error {
	p := newPage(d)
	var m metrics
	m.family("evctl_dashboard_day_timestamp_seconds", "The day that the numbers are as of.")
	m.sample(float64(d.Day.Time().Unix()))
	m.family("evctl_exceptions", "Exceptions by owner and state.")
	for _, o := range p.Owners {
		for _, s := range p.States {
			m.sample(float64(o.Counts[s]), "owner", o.Owner, "state", strings.ReplaceAll(s, " ", "_"))
		}
	}
	m.family("evctl_exception_oldest_days", "Age of the oldest open exception by owner.")
	for _, o := range p.Owners {
		m.sample(float64(o.Oldest), "owner", o.Owner)
	}
	inTime, decided := decidedInTime(p.Exceptions)
	m.family("evctl_exception_decisions", "Decided exceptions, in time or late.")
	m.sample(float64(inTime), "decided", "in_time")
	m.sample(float64(decided-inTime), "decided", "late")
	m.family("evctl_known_debt_findings", "Findings in the baselines by owner.")
	for _, row := range p.DebtOwners {
		m.sample(float64(row.Total), "owner", row.Name)
	}
	m.family("evctl_known_debt_oldest_days", "Age of the oldest known finding by owner.")
	for _, row := range p.DebtOwners {
		m.sample(float64(row.Oldest), "owner", row.Name)
	}
	m.conformance(&p)
	m.measures(d)
	m.repositories(&p)
	m.b.WriteString("# EOF\n")
	_, err := io.WriteString(w, m.b.String())
	return err
}

// metrics is a text under way; samples belong to the family begun last.
type metrics struct {
	b      strings.Builder
	name   string
	series map[string]bool // written so far; a parser refuses one that comes twice
}

func (m *metrics) family(name, help string) {
	m.name = name
	fmt.Fprintf(&m.b, "# TYPE %s gauge\n# HELP %s %s\n", name, name, help)
}

// sample writes a value; labels are names and values in turn.
func (m *metrics) sample(value float64, labels ...string) {
	series := m.name
	for i := 0; i < len(labels); i += 2 {
		open := ","
		if i == 0 {
			open = "{"
		}
		series += fmt.Sprintf(`%s%s="%s"`, open, labels[i], escapeLabel(labels[i+1]))
	}
	if len(labels) > 0 {
		series += "}"
	}
	if m.series[series] {
		return
	}
	if m.series == nil {
		m.series = map[string]bool{}
	}
	m.series[series] = true
	fmt.Fprintf(&m.b, "%s %s\n", series, strconv.FormatFloat(value, 'g', -1, 64))
}

// escapeLabel writes a label's value as both formats want it.
func escapeLabel(value string) string {
	if strings.ContainsAny(value, "\\\"\n") {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value)
	}
	return strings.ToValidUTF8(value, "\ufffd")
}

func (m *metrics) conformance(p *page) {
	m.family("evctl_conformance_clauses", "Clauses by service and outcome.")
	for _, s := range p.Conformance.Services {
		for _, o := range p.Outcomes {
			m.sample(float64(s.Counts[o]), "repository", s.Repository, "service", s.Name, "outcome", strings.ReplaceAll(string(o), " ", "_"))
		}
	}
	m.family("evctl_goal_met", "Success metrics of the RFC: 1 met, 0 not yet, missed or at risk; none if not known.")
	for _, g := range p.Goals {
		switch g.State {
		case "met":
			m.sample(1, "goal", g.ID)
		case "missed", "at risk", "not yet":
			m.sample(0, "goal", g.ID)
		}
	}
}

func (m *metrics) measures(d *Dashboard) {
	for _, of := range []struct{ name, measure, help string }{
		{"evctl_suspected_duplicates", Duplicates, "Suspected duplicate effects by service."},
		{"evctl_unknown_outcomes_24h", Unknown, "Operations whose outcome is unknown for more than 24 hours, by service."},
		{"evctl_operations", Operations, "Operations by service, since its counters began."},
		{"evctl_retry_ratio", RetryRatio, "Share of calls that are retries by edge."},
	} {
		m.family(of.name, of.help)
		for _, x := range d.Measures {
			if x.Name != of.measure {
				continue
			}
			labels := []string{"repository", x.Repository, "service", x.Service}
			if x.Edge != "" {
				labels = append(labels, "edge", x.Edge)
			}
			m.sample(x.Value, labels...)
		}
	}
}

func (m *metrics) repositories(p *page) {
	m.family("evctl_repository_judged", "1 if the repository was judged, 0 if it could not be.")
	for _, s := range p.Sources {
		judged := 1.0
		if s.Unjudged != "" {
			judged = 0
		}
		m.sample(judged, "repository", s.Name)
	}
	m.family("evctl_repository_findings", "Findings by repository and severity; waived ones are not counted.")
	for _, s := range p.Sources {
		for _, c := range []struct {
			severity string
			n        int
		}{{"error", s.Summary.Error}, {"warning", s.Summary.Warning}, {"info", s.Summary.Info}} {
			m.sample(float64(c.n), "repository", s.Name, "severity", c.severity)
		}
	}
	subjects, versions := map[string]int{}, map[string]int{}
	for _, s := range p.Subjects {
		subjects[s.Repository]++
		versions[s.Repository] += s.Versions
	}
	m.family("evctl_subjects", "Event types by repository.")
	for _, s := range p.Sources {
		m.sample(float64(subjects[s.Name]), "repository", s.Name)
	}
	m.family("evctl_versions", "Versions of event types by repository.")
	for _, s := range p.Sources {
		m.sample(float64(versions[s.Name]), "repository", s.Name)
	}
}
