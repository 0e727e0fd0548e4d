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

// About completes a finding about the meet.
func (m Meet) About(finding evctl.Finding) evctl.Finding {
	finding = m.Func.About(finding, append([]*Effect{m.Write, m.Publish}, m.Others...)...)
	finding.Path = m.Publish.Sink
	keep := 0
	for _, e := range []*Effect{m.Write, m.Publish} {
		if e != nil {
			keep += len(e.Chain())
		}
	}
	for i, e := range m.Others { // of the others, where they begin
		finding.Related = append(finding.Related[:keep+i:keep+i], evctl.Related{Position: e.Site.Pos, Message: "also publishes (" + e.Path() + ")"})
	}
	finding.Key = m.Publish.Sink
	if m.Write != nil {
		finding.Key += "|" + m.Write.Sink + " " + m.Write.Table
	}
	return finding
}
