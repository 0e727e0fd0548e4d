package dashboard

import (
	"cmp"
	"maps"
	"slices"
)

// A debtRow sums up the known debt of one owner, or about one rule.
type debtRow struct {
	Name   string
	Ages   [4]int // by bucket of age
	Total  int
	Oldest int // days
	Since  Day // of the oldest
	Bars   []span
}

// sumDebt sums up debt by a name, the largest first.
func (d *Dashboard) sumDebt(name func(Debt) string) []debtRow {
	sums := map[string]*debtRow{}
	most := 0
	for _, e := range d.Debt {
		row := sums[name(e)]
		if row == nil {
			row = &debtRow{Name: name(e)}
			sums[row.Name] = row
		}
		age, _ := e.Since.To(d.Day)
		row.Ages[ageBucket(age)]++
		row.Total++
		most = max(most, row.Total)
		if row.Since == "" || e.Since < row.Since {
			row.Since, row.Oldest = e.Since, age
		}
	}
	var out []debtRow
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		row := *sums[name]
		columns := ageColumns()
		for i := range columns {
			columns[i].Count = row.Ages[i]
		}
		row.Bars = stack(most, columns...)
		out = append(out, row)
	}
	slices.SortStableFunc(out, func(a, b debtRow) int { return cmp.Compare(b.Total, a.Total) })
	return out
}

// debtChart counts known debt by age.
func (d *Dashboard) debtChart() chart {
	columns := ageColumns()
	for _, e := range d.Debt {
		age, _ := e.Since.To(d.Day)
		columns[ageBucket(age)].Count++
	}
	return chart{"debt-age", "Age of known debt", "Findings in the baselines, by days since they were recorded.", columns}
}

// maxDebt bounds the list of single findings on the page.
const maxDebt = 200

// A debtEntry is one known finding as of a day.
type debtEntry struct {
	Debt
	Age int // days
}

// oldestDebt lists single findings, the oldest first, and counts those that it
// leaves out.
func (d *Dashboard) oldestDebt() (entries []debtEntry, more int) {
	for _, e := range d.Debt {
		age, _ := e.Since.To(d.Day)
		entries = append(entries, debtEntry{e, age})
	}
	slices.SortStableFunc(entries, func(a, b debtEntry) int { return cmp.Compare(a.Since, b.Since) })
	more = max(0, len(entries)-maxDebt)
	return entries[:len(entries)-more], more
}
