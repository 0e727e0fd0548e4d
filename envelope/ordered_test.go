package envelope

import (
	"strings"
	"testing"
)

// What a pass tells of an event is what its parts tell, however it is written.
func TestStampsOfAPassAreThoseOfAParsedEvent(t *testing.T) {
	const event = `{"event_id":"01938c22-10aa-7c43-9b1e-000000000001","event_type":"t","schema_version":1,"schema_ref":"r/t@1",` +
		`"aggregate_type":"parcel","aggregate_id":"p/1","aggregate_version":7,"writer_epoch":2,"origin_region":"eu","occurred_at":"x",` +
		`"producer":"p","correlation_id":"","payload":{"a":[1,-0.50,{"b":null}],"c":"d"}}`
	p := newPass(Options{}.withDefaults())
	var first stamp
	for _, text := range []string{
		event,
		strings.NewReplacer(`":`, `" : `, `,"`, " ,\t\"", `[`, `[ `).Replace(event),
		`{"payload":{"c":"d","a":[1.0,-5e-1,{"b":null}]},` + strings.Replace(event[1:], `,"payload":{"a":[1,-0.50,{"b":null}],"c":"d"}`, "", 1),
		strings.Replace(event, `"parcel"`, `"parc\u0065l"`, 1),
		strings.Replace(event, `"c":"d"`, `"c":"\u0064"`, 1),
		strings.Replace(event, `"payload"`, `"pay\u006coad"`, 1),
	} {
		j := &judge{}
		if !j.parse([]byte(text)) {
			t.Fatal(text)
		}
		want, ok := p.stampOf(j.event, []byte(text), 3)
		if !ok {
			t.Fatal(text)
		}
		if first == (stamp{}) {
			first = want
		}
		if want != first {
			t.Errorf("stamp %v, want %v of equal events: %s", want, first, text)
		}
		got, aggregate, ok := p.ordered(frame{text: []byte(text), line: 3, size: len(text)})
		if ok && (got != want || aggregate != "parcel/p/1") || ok == strings.Contains(text, "parc\\") {
			t.Errorf("a pass tells %v of %s, %v; want %v: %s", got, aggregate, ok, want, text)
		}
	}
	for _, other := range []string{`"c":"e"`, `"c":"d","e":1`, `"d":"c"`, `"c":"d"},"more":{`} {
		text := strings.Replace(event, `"c":"d"`, other, 1)
		if got, _, ok := p.ordered(frame{text: []byte(text), line: 3, size: len(text)}); !ok || got.content == first.content {
			t.Errorf("%v, %v: the content of another event: %s", got, ok, text)
		}
	}
}
