package link

import (
	"strings"

	"github.com/evctl/evctl"
)

// Subject names the function in findings: orders.Service.Place, with the whole
// import path in front.
func (f *Func) Subject() string {
	key := outermost(f.Key)
	slash := strings.LastIndexByte(key, '/')
	dot := strings.IndexByte(key[slash+1:], '.')
	if dot < 0 {
		return key
	}
	return strings.TrimLeft(key[:slash+1+dot], "(*") + "." + f.Name
}

// Object says what an effect changes: the table, or just state.
func (e *Effect) Object() string {
	if e.Table != "" {
		return e.Table
	}
	return "state"
}

// About completes a finding about effects that meet in a function: its subject,
// what tells it apart, and the way to each effect as related places.
func (f *Func) About(finding evctl.Finding, effects ...*Effect) evctl.Finding {
	finding.Subject = f.Subject()
	var keys []string
	for _, e := range effects {
		if e == nil {
			continue
		}
		keys = append(keys, e.Sink+" "+e.Table)
		finding.Related = append(finding.Related, e.Chain()...)
	}
	finding.Key = strings.Join(keys, "|")
	return finding
}

// About completes a finding about the meet: the way to the write and to the
// publish, and where the others begin.
func (m Meet) About(finding evctl.Finding) evctl.Finding {
	finding = m.Func.About(finding, m.Write, m.Publish)
	finding.Path = m.Publish.Sink
	seen := map[evctl.Position]bool{m.Publish.Site.Pos: true}
	for _, e := range m.Others {
		if !seen[e.Site.Pos] {
			seen[e.Site.Pos] = true
			finding.Related = append(finding.Related, evctl.Related{Position: e.Site.Pos, Message: "also publishes (" + e.Path() + ")"})
		}
	}
	return finding
}
