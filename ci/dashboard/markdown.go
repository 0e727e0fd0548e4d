package dashboard

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// MaxRows bounds each list of the Markdown form; what is left out is counted.
const MaxRows = 50

// Markdown writes the dashboard as tables, for a wiki or the summary of a CI
// job: whatever needs attention, and the sums; not every row.
func Markdown(w io.Writer, d *Dashboard) error {
	p := newPage(d)
	var b markdown
	b.line("# Event contracts, %s", d.Day)
	b.line("")
	b.table([]string{"", "", ""}, len(p.Tiles), func(i int) []string {
		return []string{text(p.Tiles[i].Label), "**" + text(p.Tiles[i].Value) + "**", text(p.Tiles[i].Detail)}
	})
	b.exceptions(&p)
	b.debt(&p)
	b.conformance(&p)
	b.section("Success metrics", len(p.Goals), "")
	b.table([]string{"metric", "target", "state", "today", "from"}, len(p.Goals), func(i int) []string {
		g := p.Goals[i]
		return []string{text(g.Name), text(g.Target), text(g.State), text(g.Value), text(g.Detail)}
	})
	b.schemas(&p)
	b.section("Repositories", len(p.Sources), "No repository was read.")
	b.table([]string{"repository", "state", "commit", "looked at", "not looked at", "notes"}, len(p.Sources), func(i int) []string {
		s := p.Sources[i]
		notes := append([]string{}, s.Notes...)
		if s.Unjudged != "" {
			notes = append([]string{s.Unjudged}, notes...)
		}
		return []string{text(s.Name), text(s.State), code(short(s.Commit)), text(s.Looked), text(s.Other), text(strings.Join(notes, "; "))}
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown is a document under way.
type markdown struct{ strings.Builder }

func (b *markdown) line(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

// section begins one, and says if there is nothing in it.
func (b *markdown) section(title string, n int, none string) {
	b.line("\n## %s\n", title)
	if n == 0 && none != "" {
		b.line("%s", none)
	}
}

// table writes up to MaxRows rows of cells that are Markdown already.
func (b *markdown) table(head []string, n int, row func(i int) []string) {
	if n == 0 {
		return
	}
	b.line("| %s |", strings.Join(head, " | "))
	b.line("|%s", strings.Repeat("---|", len(head)))
	for i := range min(n, MaxRows) {
		b.line("| %s |", strings.Join(row(i), " | "))
	}
	if n > MaxRows {
		b.line("\n%d more are left out here.", n-MaxRows)
	}
}

func (b *markdown) exceptions(p *page) {
	b.section("Exceptions", len(p.Exceptions), "No exception is filed.")
	var open []exceptionRow
	for _, r := range p.Exceptions {
		if r.Open() {
			open = append(open, r)
		}
	}
	b.table([]string{"exception", "state", "owner", "last day", "waives", "decision", "repository"}, len(open), func(i int) []string {
		r := open[i]
		return []string{text(r.ID), text(r.State), text(or(r.Owner, "–")), text(r.lastDay()), code(strings.Join(r.Rules, " ")), text(r.decision()), text(r.Repository)}
	})
	if len(p.Owners) == 0 {
		return
	}
	b.line("")
	b.table(append(append([]string{"owner"}, p.States...), "oldest", "next last day"), len(p.Owners), func(i int) []string {
		o := p.Owners[i]
		cells := []string{text(o.Owner)}
		for _, s := range p.States {
			cells = append(cells, strconv.Itoa(o.Counts[s]))
		}
		return append(cells, strconv.Itoa(o.Oldest)+" d", text(or(string(o.Next), "–")))
	})
}

func (r exceptionRow) lastDay() string {
	switch {
	case r.Expires == "":
		return "–"
	case r.HasLeft:
		return string(r.Expires) + ", " + left(r.Left)
	}
	return string(r.Expires)
}

func (r exceptionRow) decision() string {
	parts := []string{r.Decision}
	if r.Took != nil {
		parts = append(parts, plural(*r.Took, "business day", "business days"))
	}
	if r.Late {
		parts = append(parts, "late")
	}
	return strings.Join(parts, ", ")
}

func (b *markdown) debt(p *page) {
	b.section("Known debt", len(p.Debt), "No baseline lists a finding.")
	head := []string{"owner", "all"}
	for _, bucket := range p.Buckets {
		head = append(head, bucket.Label)
	}
	b.table(append(head, "oldest"), len(p.DebtOwners), func(i int) []string {
		row := p.DebtOwners[i]
		cells := []string{text(row.Name), strconv.Itoa(row.Total)}
		for _, n := range row.Ages {
			cells = append(cells, strconv.Itoa(n))
		}
		return append(cells, strconv.Itoa(row.Oldest)+" d")
	})
}

func (b *markdown) conformance(p *page) {
	c := p.Conformance
	b.section("Conformance", len(c.Services), "No service contract was judged.")
	head := []string{"", "pass"}
	for _, o := range p.Outcomes[1:] {
		head = append(head, string(o))
	}
	row := func(s standing) []string {
		cells := []string{text(s.Name)}
		for _, o := range p.Outcomes {
			cells = append(cells, strconv.Itoa(s.Counts[o]))
		}
		return cells
	}
	b.table(head, len(c.Services), func(i int) []string { return row(c.Services[i]) })
	if len(c.Services) > 0 {
		b.line("")
	}
	b.table(head, len(c.ByClause), func(i int) []string { return row(c.ByClause[i]) })
}

func (b *markdown) schemas(p *page) {
	b.section("Schemas", len(p.Subjects), "No schema was read.")
	b.table([]string{"subject", "state", "owner", "mode", "versions", "read by", "last change", "repository"}, len(p.Subjects), func(i int) []string {
		s := p.Subjects[i]
		return []string{text(s.Name), text(s.State), text(or(s.Owner, "–")), s.Mode, strconv.Itoa(s.Versions), text(or(s.Read, "–")), text(or(string(s.Changed), "–")), text(s.Repository)}
	})
}

// text makes a text from outside one cell of a table: nothing in it is markup.
func text(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			b.WriteByte(' ')
			continue
		case strings.ContainsRune("\\`*_{}[]<>()#|~&!@:", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code makes a text from outside a code span in a cell.
func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + strings.NewReplacer("`", "'", "|", "¦", "\n", " ", "\r", " ").Replace(s) + "`"
}
