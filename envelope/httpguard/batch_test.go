package httpguard_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/httpguard"
)

// faults are the indexes of a problem, each with its first rule and pointer.
func faults(p httpguard.Problem) string {
	var all []string
	for _, f := range p.Events {
		all = append(all, fmt.Sprintf("%d %s %s", f.Index, f.Violations[0].Rule, f.Violations[0].Pointer))
	}
	return strings.Join(all, ", ")
}

func TestBatches(t *testing.T) {
	const wrong = "envelope/payload-valid /payload/total"
	server := relay(t, envelope.Options{MaxBytes: 1000})
	for name, test := range map[string]struct {
		body   string
		status int
		faults string
		detail string
	}{
		"one event":           {body: event("7"), status: 202},
		"lines":               {body: event("7") + "\n" + event("8") + "\r\n\n" + event("9") + "\n", status: 202},
		"an array":            {body: "[" + event("7") + " ,\n " + event("8") + "]\n", status: 202},
		"one is wrong":        {body: event("7") + "\n" + event(`"7"`), status: 422, faults: "1 " + wrong, detail: "event 1: "},
		"two are":             {body: "[" + event(`""`) + "," + event("8") + "," + event(`[]`) + "]", status: 422, faults: "0 " + wrong + ", 2 " + wrong, detail: "event 0: "},
		"one is no JSON":      {body: event("7") + "\n{", status: 400, faults: "1 envelope/event-json ", detail: "event 1: "},
		"one is too large":    {body: event(strings.Repeat("7", 1000)) + "\n" + event("8"), status: 413, faults: "0 envelope/event-size ", detail: "event 0: "},
		"two in a line":       {body: event("7") + event("8"), status: 400, faults: "0 envelope/event-json ", detail: "event 0: "},
		"nothing":             {status: 400, detail: "the body holds no event"},
		"an empty array":      {body: "[]", status: 400, detail: "the body holds no event"},
		"an array cut short":  {body: "[" + event("7") + ",", status: 400, detail: "the array is not closed"},
		"an event behind one": {body: "[" + event("7") + "]" + event("8"), status: 400, detail: "behind an array"},
		"five":                {body: strings.Repeat("{}\n", 5), status: 413, detail: "more than 4 events"},
		"too large":           {body: strings.Repeat(" ", 2001), status: 413, detail: "more than 2000 bytes"},
	} {
		answer, said := postTo(t, server, "/batches", strings.NewReader(test.body))
		if test.status == http.StatusAccepted {
			if answer.StatusCode != test.status || said != test.body {
				t.Errorf("%s: got %s, %s", name, answer.Status, said)
			}
			continue
		}
		var p httpguard.Problem
		if err := json.Unmarshal([]byte(said), &p); err != nil {
			t.Fatalf("%s: %v: %s", name, err, said)
		}
		if answer.StatusCode != test.status || p.Status != test.status || faults(p) != test.faults || !strings.Contains(p.Detail, test.detail) || len(p.Violations) > 0 {
			t.Errorf("%s: got %s, %s", name, answer.Status, said)
		}
	}
}

func TestAnswersToBatchesAreBounded(t *testing.T) {
	bad := `{"x` + strings.Repeat(`":0,"x`, 100) + `":0}`
	_, said := postTo(t, relay(t, envelope.Options{}), "/batches", strings.NewReader(strings.Repeat(bad+"\n", 3)))
	var p httpguard.Problem
	total := 0
	if err := json.Unmarshal([]byte(said), &p); err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Events {
		total += len(f.Violations)
	}
	if total == 0 || total > 100 {
		t.Errorf("%d violations in %d bytes", total, len(said))
	}
}

// Each event is told of, and everything goes on but what is over the limits.
func TestObservedBatchesGoOn(t *testing.T) {
	var rules []string
	server := relay(t, envelope.Options{Mode: envelope.Observe, Observer: func(j envelope.Judgement) { rules = append(rules, j.Rule()) }})
	for _, body := range []string{event("7") + "\n" + event("null"), "[" + event("7") + ",", ""} {
		if answer, said := postTo(t, server, "/batches", strings.NewReader(body)); answer.StatusCode != http.StatusAccepted || said != body {
			t.Errorf("%s: got %s", body, answer.Status)
		}
	}
	if got := strings.Join(rules, " "); got != " envelope/payload-valid  envelope/event-json envelope/event-json" {
		t.Errorf("told of %q", got)
	}
	if answer, _ := postTo(t, server, "/batches", strings.NewReader(strings.Repeat("{}\n", 5))); answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("over the limit: got %s", answer.Status)
	}
}
