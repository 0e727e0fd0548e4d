package dashboard

import (
	"fmt"
	"strconv"
)

// A goal is one of the RFC's success metrics and where it stands.
type goal struct {
	ID, Name, Target, Value, Detail string
	State                           string // met, missed, at risk, not yet, not known
	Tone                            tone
}

func met(g goal, ok bool) goal {
	g.State, g.Tone = "met", good
	if !ok {
		g.State, g.Tone = "missed", bad
	}
	return g
}

func unknown(g goal, missing string) goal {
	g.State, g.Tone, g.Value, g.Detail = "not known", mute, "no data", missing
	return g
}

// goals are the success metrics in the order of the RFC. What is not known says
// what is missing.
func (d *Dashboard) goals() []goal {
	inTime, decided := decidedInTime(d.exceptionRows())
	decisions := goal{ID: "decisions", Name: "Exceptions decided in time", Target: "within 5 business days", Value: share(inTime, decided, "")}
	if decided == 0 {
		decisions = unknown(decisions, "no exception with a day of filing has been decided")
	} else {
		decisions = met(decisions, inTime == decided)
	}
	return []goal{
		d.coverage(goal{ID: "money-moving", Name: "Money-moving operations that comply", Target: "all, 2 quarters after adoption"}, d.sum(func(s Service) *Coverage { return s.Money })),
		d.coverage(goal{ID: "mutating", Name: "Mutating operations that comply", Target: "all, 4 quarters after adoption"}, d.sum(func(s Service) *Coverage { return s.Mutating })),
		d.duplicates(), d.unknownOutcomes(), d.retries(), decisions,
	}
}

func (d *Dashboard) sum(of func(Service) *Coverage) *Coverage {
	var total *Coverage
	for _, s := range d.Services {
		if c := of(s); c != nil {
			if total == nil {
				total = &Coverage{}
			}
			total.Compliant += c.Compliant
			total.Total += c.Total
			if total.Due == "" || c.Due != "" && c.Due < total.Due {
				total.Due = c.Due
			}
		}
	}
	return total
}

// coverage judges operations by the day until which they have time.
func (d *Dashboard) coverage(g goal, c *Coverage) goal {
	if c == nil || c.Total == 0 {
		return unknown(g, "no contract lists such operations")
	}
	g.Value = share(c.Compliant, c.Total, "")
	switch {
	case c.Compliant == c.Total:
		return met(g, true)
	case c.Due == "":
		g.State, g.Tone, g.Detail = "not yet", warn, "no configuration names the day of adoption (org.adopted)"
	case d.Day <= c.Due:
		g.State, g.Tone, g.Detail = "not yet", note, "there is time until "+string(c.Due)
	default:
		g.Detail = "there was time until " + string(c.Due)
		return met(g, false)
	}
	return g
}

// measured sums a measure, and counts the services that have it.
func (d *Dashboard) measured(name string) (sum float64, services int) {
	seen := map[string]bool{}
	for _, m := range d.Measures {
		if m.Name == name {
			sum += m.Value
			seen[m.Repository+"\x00"+m.Service] = true
		}
	}
	return sum, len(seen)
}

func (d *Dashboard) duplicates() goal {
	g := goal{ID: "duplicates", Name: "Suspected duplicate effects", Target: "0 a quarter"}
	sum, services := d.measured(Duplicates)
	if services == 0 {
		return unknown(g, "no service's metrics hold dup_detector_suspected_duplicates_total")
	}
	g.Value, g.Detail = number(sum), "since the counters began, of "+plural(services, "service", "services")
	return met(g, sum == 0)
}

// enough is how many operations it takes to judge one in a hundred thousand.
const enough = 100_000

func (d *Dashboard) unknownOutcomes() goal {
	g := goal{ID: "unknown-outcomes", Name: "Outcomes unknown for more than 24 hours", Target: "under 0.001 % of operations"}
	old, services := d.measured(Unknown)
	operations, counting := d.measured(Operations)
	switch {
	case services == 0:
		return unknown(g, "no service's metrics hold ops_unknown_outcome_total with an age_bucket over 24 hours")
	case counting == 0:
		return unknown(g, number(old)+" of them, and no contract names the metric that counts operations (operationsTotal)")
	case operations < enough:
		return unknown(g, fmt.Sprintf("%s of %s operations: it takes %s to tell", number(old), number(operations), number(enough)))
	}
	percent := old / operations * 100
	g.Value = strconv.FormatFloat(percent, 'g', 2, 64) + " %"
	g.Detail = number(old) + " of " + number(operations) + " operations, of " + plural(services, "service", "services")
	return met(g, percent < 0.001)
}

// retryLimit is the share of calls that may be retries.
const retryLimit = 0.10

// retries judges the fleet by its edges: if every edge is below the limit, so
// is their weighted mean; if not, the mean cannot be told from ratios.
func (d *Dashboard) retries() goal {
	g := goal{ID: "retries", Name: "Calls that are retries", Target: "under 10 % fleet-wide"}
	var worst Measure
	edges, over := 0, 0
	for _, m := range d.Measures {
		if m.Name != RetryRatio {
			continue
		}
		if edges++; m.Value >= retryLimit {
			over++
		}
		if edges == 1 || m.Value > worst.Value {
			worst = m
		}
	}
	if edges == 0 {
		return unknown(g, "no service's metrics hold rpc_retry_ratio")
	}
	g.Detail = fmt.Sprintf("the worst of %s: %s", plural(edges, "edge", "edges"), or(worst.Edge, worst.Service))
	g.Value = strconv.FormatFloat(worst.Value*100, 'g', 3, 64) + " % at most"
	if over > 0 {
		g.State, g.Tone = "at risk", warn
		g.Detail += "; " + plural(over, "edge is", "edges are") + " at 10 % or more, and ratios alone do not tell the fleet's"
		return g
	}
	return met(g, true)
}

// number writes a number as people read it: 1 234 567.
func number(f float64) string {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if f != float64(int64(f)) || f < 10_000 && f > -10_000 {
		return text
	}
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}
