package inventory

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/jsondoc"
)

// readRun reads the JSON of an earlier run. Source is how the user named the
// file.
func readRun(source, file string) (dashboard.Dashboard, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > jsondoc.MaxBytes {
		err = fmt.Errorf("%d bytes are over the limit of %d", info.Size(), jsondoc.MaxBytes)
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return dashboard.Dashboard{}, &ci.UsageError{Err: fmt.Errorf("read %s: %w", source, cause(err))}
	}
	d, err := parseRun(source, text)
	if err != nil {
		return d, &ci.UsageError{Err: err, Hint: "want what evctl check -f json or evctl report -f json wrote"}
	}
	return d, nil
}

// parseRun reads the text of a run: of evctl report, whose repositories it
// takes over, or of evctl check, which is one repository named after the file.
func parseRun(source string, text []byte) (dashboard.Dashboard, error) {
	doc, err := jsondoc.Parse(source, text)
	if err != nil {
		return dashboard.Dashboard{}, err
	}
	if doc.Root.Get("repositories") != nil {
		var d dashboard.Dashboard
		if err := decode(doc, dashboard.Version, &d); err != nil {
			return d, err
		}
		for i := range d.Repositories {
			d.Repositories[i].From = source
		}
		return d, checkDashboard(doc, &d)
	}
	if doc.Root.Get("findings") == nil {
		return dashboard.Dashboard{}, &jsondoc.Error{Position: doc.Position(0, 0), Message: "found no findings, want the report of a run"}
	}
	var r report.Report
	if err := decode(doc, report.Version, &r); err != nil {
		return dashboard.Dashboard{}, err
	}
	name := strings.TrimSuffix(filepath.ToSlash(filepath.Clean(source)), filepath.Ext(source))
	return ofReport(name, source, r, doc)
}

// decode fills a value from a document of a version. What the document holds
// beyond it is passed over: a field may be added in a version.
func decode(doc *jsondoc.Document, version int, into any) error {
	if v := doc.Root.Get("version"); v == nil || string(v.Canonical()) != fmt.Sprint(version) {
		return &jsondoc.Error{Position: doc.PositionOf("/version"), Message: fmt.Sprintf("want version %d", version)}
	}
	err := json.Unmarshal(doc.Text, into)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		at := doc.Position(int(wrong.Offset), int(wrong.Offset))
		return &jsondoc.Error{Position: at, Message: fmt.Sprintf("%s is %s, want %s", wrong.Field, wrong.Value, kindOf(wrong.Type))}
	}
	if err != nil {
		return &jsondoc.Error{Position: doc.Position(0, 0), Message: err.Error()}
	}
	return nil
}

// kindOf is what JSON calls a type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return "array"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "object"
	}
	return "number"
}

// checkDashboard refuses days that are none and entries without a repository,
// which no writer could sum up.
func checkDashboard(doc *jsondoc.Document, d *dashboard.Dashboard) error {
	names := map[string]bool{}
	for _, r := range d.Repositories {
		names[r.Name] = true
	}
	var found error
	check := func(pointer, repository string, days ...dashboard.Day) {
		switch {
		case found != nil:
		case !names[repository]:
			found = &jsondoc.Error{Position: doc.PositionOf(pointer), Message: fmt.Sprintf("repository %q is not in the list of repositories", repository)}
		default:
			found = checkDays(doc, pointer, days...)
		}
	}
	for i, e := range d.Exceptions {
		pointer := fmt.Sprintf("/exceptions/%d", i)
		check(pointer, e.Repository, e.Filed, e.Decided, e.Expires, e.Closed)
		if found == nil && !slices.Contains([]string{"pending", "approved", "denied"}, e.Decision) {
			found = &jsondoc.Error{Position: doc.PositionOf(pointer + "/decision"), Message: fmt.Sprintf("unknown decision %q, want pending, approved or denied", e.Decision)}
		}
	}
	for i, e := range d.Debt {
		check(fmt.Sprintf("/debt/%d", i), e.Repository, e.Since)
	}
	for i, e := range d.Events {
		check(fmt.Sprintf("/events/%d", i), e.Repository, e.Day)
	}
	for i, e := range d.Subjects {
		check(fmt.Sprintf("/subjects/%d", i), e.Repository, e.Changed)
	}
	for i, e := range d.Consumers {
		check(fmt.Sprintf("/consumers/%d", i), e.Repository)
	}
	for i, e := range d.Services {
		check(fmt.Sprintf("/services/%d", i), e.Repository)
	}
	for i, e := range d.Measures {
		check(fmt.Sprintf("/measures/%d", i), e.Repository)
	}
	return found
}

func checkDays(doc *jsondoc.Document, pointer string, days ...dashboard.Day) error {
	for _, day := range days {
		if day == "" {
			continue
		}
		if _, err := dashboard.ParseDay(string(day)); err != nil {
			return &jsondoc.Error{Position: doc.PositionOf(pointer), Message: err.Error()}
		}
	}
	return nil
}

// ofReport is what the report of evctl check tells: exceptions and debt as far
// as findings name them, clauses that failed, findings by subject.
func ofReport(name, from string, r report.Report, doc *jsondoc.Document) (dashboard.Dashboard, error) {
	entry := dashboard.Repository{Name: name, From: from, Families: r.Families, Summary: r.Summary,
		Notes: append(r.Notes, "from a report, which tells exceptions, clauses and subjects only where it has a finding")}
	d := dashboard.Dashboard{Repositories: []dashboard.Repository{entry}}
	known := map[string]*dashboard.Exception{}
	for i, f := range r.Findings {
		pointer := fmt.Sprintf("/findings/%d", i)
		if b := f.Baseline; b != nil {
			since := dashboard.Day(b.Since)
			if err := checkDays(doc, pointer, since); err != nil {
				return d, err
			}
			d.Debt = append(d.Debt, dashboard.Debt{Repository: name, ID: idAt(doc, i), Rule: f.Rule, Subject: f.Subject, Path: f.Path, Owner: b.Owner, Since: since})
		}
		if f.Exception == nil {
			continue
		}
		if err := checkDays(doc, pointer, dashboard.Day(f.Exception.Expires)); err != nil {
			return d, err
		}
		e := known[f.Exception.ID]
		if e == nil {
			e = fromState(name, f.Exception)
			known[e.ID] = e
		}
		e.Rules = distinct(append(e.Rules, f.Rule))
		if f.Exception.Waives {
			e.Findings++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		d.Exceptions = append(d.Exceptions, *known[id])
	}
	d.Services = fromFindings(name, r.Findings)
	return d, nil
}

// idAt is the fingerprint that a finding carries in the JSON.
func idAt(doc *jsondoc.Document, i int) string {
	if node, ok := doc.Root.At(fmt.Sprintf("/findings/%d/id", i)); ok && node.Kind == jsondoc.String {
		return node.Text
	}
	return ""
}

func fromState(repository string, state *evctl.ExceptionState) *dashboard.Exception {
	e := &dashboard.Exception{Repository: repository, ID: state.ID, Reason: state.Reason, Decision: state.State, Expires: dashboard.Day(state.Expires)}
	if state.State == "expired" {
		e.Decision = "approved"
	}
	return e
}

// fromFindings is what findings of the RFC's rules tell of services: the
// clauses that are not kept. Those that are, a report does not list.
func fromFindings(repository string, findings []evctl.Finding) []dashboard.Service {
	type key struct{ service, clause string }
	found := map[key]dashboard.Verdict{}
	for _, f := range findings {
		clause, ok := strings.CutPrefix(f.Rule, "rfc/")
		if !ok {
			continue
		}
		v := dashboard.Verdict{Clause: strings.ToUpper(clause), Outcome: outcome(f), Why: f.Message}
		at := key{f.Subject, v.Clause}
		if before, twice := found[at]; twice && dashboard.Worst(before.Outcome, v.Outcome) == before.Outcome {
			continue
		}
		found[at] = v
	}
	services := map[string]*dashboard.Service{}
	for at, v := range found {
		if services[at.service] == nil {
			services[at.service] = &dashboard.Service{Repository: repository, Name: at.service}
		}
		services[at.service].Verdicts = append(services[at.service].Verdicts, v)
	}
	var out []dashboard.Service
	for _, name := range slices.Sorted(maps.Keys(services)) {
		out = append(out, *services[name])
	}
	return out
}

func outcome(f evctl.Finding) dashboard.Outcome {
	switch {
	case f.Exception != nil && f.Exception.Waives:
		return dashboard.Waived
	case strings.HasPrefix(f.Message, "inconclusive: "):
		return dashboard.Inconclusive
	case f.Severity == evctl.Error:
		return dashboard.Fail
	}
	return dashboard.Warn
}
