package dashboard

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"
)

// The states of an exception, the most urgent first.
const (
	stateExpired = "expired"
	stateOverdue = "overdue"      // filed, and not decided in time
	stateSoon    = "expires soon" // within soonDays
	stateWaiting = "waiting"
	stateActive  = "active"
	stateDenied  = "denied"
	stateClosed  = "closed"
)

func states() []string {
	return []string{stateExpired, stateOverdue, stateSoon, stateWaiting, stateActive, stateDenied, stateClosed}
}

// soonDays is how long before its last day an exception asks for attention; the
// gate warns as early.
const soonDays = 14

const noOwner = "(no owner)"

// An exceptionRow is an exception as of a day.
type exceptionRow struct {
	Exception
	State   string
	Tone    tone
	Left    int  // days until the last day; below zero once it is over
	HasLeft bool // there is a last day that matters
	Age     int  // days since it was filed
	HasAge  bool
	Late    bool // the decision took, or takes, longer than it may
}

func (e Exception) row(day Day) exceptionRow {
	r := exceptionRow{Exception: e, Late: e.Took != nil && *e.Took > DecisionLimit}
	r.Left, r.HasLeft = day.To(e.Expires)
	r.Age, r.HasAge = e.Filed.To(day)
	r.State, r.Tone = r.state()
	r.HasLeft = r.HasLeft && (e.Closed == "" && e.Decision == "approved")
	return r
}

func (r exceptionRow) state() (string, tone) {
	switch {
	case r.Closed != "":
		return stateClosed, mute
	case r.Decision == "pending" && r.Late:
		return stateOverdue, bad
	case r.Decision == "pending":
		return stateWaiting, note
	case r.Decision == "denied":
		return stateDenied, mute
	case r.HasLeft && r.Left < 0:
		return stateExpired, bad
	case r.HasLeft && r.Left <= soonDays:
		return stateSoon, warn
	}
	return stateActive, good
}

// Open reports whether somebody still owes something: a decision or the debt.
func (r exceptionRow) Open() bool { return r.State != stateDenied && r.State != stateClosed }

// exceptionRows lists the exceptions, the most urgent first: expired, overdue,
// then by last day.
func (d *Dashboard) exceptionRows() []exceptionRow {
	rows := make([]exceptionRow, len(d.Exceptions))
	for i, e := range d.Exceptions {
		rows[i] = e.row(d.Day)
	}
	rank := map[string]int{}
	for i, s := range states() {
		rank[s] = i
	}
	slices.SortStableFunc(rows, func(a, b exceptionRow) int {
		return cmp.Or(cmp.Compare(rank[a.State], rank[b.State]), cmp.Compare(a.Expires, b.Expires), cmp.Compare(a.Filed, b.Filed))
	})
	return rows
}

// An ownerRow sums up the exceptions of one owner.
type ownerRow struct {
	Owner  string
	Counts map[string]int // by state
	Open   int
	Oldest int // age of the oldest that is open, in days
	Next   Day // the next last day ahead
	Bars   []span
}

// byOwner sums up open and ended exceptions, the owner with most open first.
func byOwner(rows []exceptionRow) []ownerRow {
	owners := map[string]*ownerRow{}
	most := 0
	for _, r := range rows {
		name := or(r.Owner, noOwner)
		o := owners[name]
		if o == nil {
			o = &ownerRow{Owner: name, Counts: map[string]int{}}
			owners[name] = o
		}
		o.Counts[r.State]++
		if !r.Open() {
			continue
		}
		o.Open++
		o.Oldest = max(o.Oldest, r.Age)
		most = max(most, o.Open)
		if r.HasLeft && r.Left >= 0 && (o.Next == "" || r.Expires < o.Next) {
			o.Next = r.Expires
		}
	}
	var out []ownerRow
	for _, name := range slices.Sorted(maps.Keys(owners)) {
		o := *owners[name]
		o.Bars = stack(most, column{Count: o.Counts[stateExpired] + o.Counts[stateOverdue], Tone: bad}, column{Count: o.Counts[stateSoon], Tone: warn},
			column{Count: o.Counts[stateWaiting], Tone: note}, column{Count: o.Counts[stateActive], Tone: good})
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b ownerRow) int { return cmp.Compare(b.Open, a.Open) })
	return out
}

// expiryMonths is how many months ahead are told apart: an exception lives for
// two quarters after the one it was decided in.
const expiryMonths = 9

// expiryChart counts approved exceptions by the month of their last day.
func expiryChart(rows []exceptionRow, day Day) chart {
	first := day.Time().AddDate(0, 0, 1-day.Time().Day())
	columns := []column{{Label: "expired", Tone: bad}}
	at := map[string]int{}
	for i := range expiryMonths {
		month := first.AddDate(0, i, 0)
		label := month.Format("Jan")
		if i == 0 || month.Month() == time.January {
			label = month.Format("Jan 2006")
		}
		at[month.Format("2006-01")] = len(columns)
		columns = append(columns, column{Label: label, Tone: good})
	}
	columns = append(columns, column{Label: "later", Tone: mute})
	for _, r := range rows {
		switch {
		case r.State == stateExpired:
			columns[0].Count++
		case !r.HasLeft:
		case at[string(r.Expires)[:7]] > 0:
			c := &columns[at[string(r.Expires)[:7]]]
			c.Count++
			if r.State == stateSoon {
				c.Tone = warn
			}
		default:
			columns[len(columns)-1].Count++
		}
	}
	return chart{"expiry", "When they expire", "Approved exceptions by the month of their last day; those that are over stand first.", columns}
}

// decisionChart counts decided exceptions by the business days it took.
func decisionChart(rows []exceptionRow) chart {
	var columns []column
	for days := range DecisionLimit + 1 {
		columns = append(columns, column{Label: strconv.Itoa(days), Tone: good})
	}
	columns = append(columns, column{Label: "6–10", Tone: bad}, column{Label: "over 10", Tone: bad})
	for _, r := range rows {
		switch {
		case r.Took == nil || r.Decision == "pending" || *r.Took < 0:
		case *r.Took <= DecisionLimit:
			columns[*r.Took].Count++
		case *r.Took <= 10:
			columns[DecisionLimit+1].Count++
		default:
			columns[DecisionLimit+2].Count++
		}
	}
	return chart{"decisions", "Business days to a decision", "Decided exceptions by the business days between filing and decision; more than five is late.", columns}
}

// ageChart counts open exceptions by the days since they were filed.
func ageChart(rows []exceptionRow) chart {
	columns := ageColumns()
	for _, r := range rows {
		if r.Open() && r.HasAge {
			columns[ageBucket(r.Age)].Count++
		}
	}
	return chart{"age", "Age of open exceptions", "Exceptions that are neither denied nor closed, by days since they were filed.", columns}
}

func ageColumns() []column {
	return []column{{"≤ 30 days", 0, good}, {"31–90", 0, note}, {"91–180", 0, warn}, {"over 180", 0, bad}}
}

func ageBucket(days int) int {
	switch {
	case days <= 30:
		return 0
	case days <= 90:
		return 1
	case days <= 180:
		return 2
	}
	return 3
}

// decidedInTime counts decisions, and those within the limit.
func decidedInTime(rows []exceptionRow) (inTime, decided int) {
	for _, r := range rows {
		if r.Took == nil || r.Decision == "pending" {
			continue
		}
		decided++
		if !r.Late {
			inTime++
		}
	}
	return inTime, decided
}

// The page tells what happened in the last latelyDays, maxLately events of it.
const (
	latelyDays = 90
	maxLately  = 100
)

// lately returns the latest events, newest first.
func (d *Dashboard) lately() []Event {
	var out []Event
	for _, e := range slices.Backward(d.Events) {
		if ago, ok := e.Day.To(d.Day); ok && ago >= 0 && ago <= latelyDays && len(out) < maxLately {
			out = append(out, e)
		}
	}
	return out
}
