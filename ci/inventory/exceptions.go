package inventory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/contracts/exceptions"
)

// exceptions lists what the exceptions file holds.
func (s *source) exceptions(context.Context) error {
	name := s.config.Exceptions.File
	text, err := fs.ReadFile(s.files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	file, err := exceptions.Parse(name, text, resolveRule)
	if err != nil {
		return err
	}
	calendar, err := ci.Calendar(s.config, s.files)
	if err != nil {
		return err
	}
	if n := len(file.Faults()); n > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s has %d faults; entries with faults are left out here", name, n))
	}
	for _, row := range file.List(s.Now, calendar) {
		s.out.Exceptions = append(s.out.Exceptions, s.exception(row))
	}
	return nil
}

func (s *source) exception(row exceptions.Row) dashboard.Exception {
	took := row.Took
	return dashboard.Exception{
		Repository: s.name, ID: row.ID, Rules: row.Rules, Covers: words(row.Match), Reason: row.Reason, Owner: row.Owner,
		Approver: row.Approver, URL: row.URL, Decision: string(row.Decision),
		Filed: dashboard.DayOf(row.FiledAt), Decided: dashboard.DayOf(row.DecidedAt), Expires: dashboard.DayOf(row.ExpiresAt), Closed: dashboard.DayOf(row.ClosedAt),
		Took: &took, Renewals: row.Renewals, Findings: waived(s.report.Findings, row.ID),
	}
}

// resolveRule lets through names of rules that are gone: the gate has said so.
func resolveRule(name string) (string, bool) {
	rule, ok := ci.FindRule(name)
	if !ok {
		return name, true
	}
	return rule.ID, true
}

// words says what an exception matches.
func words(m exceptions.Match) string {
	var given []string
	for _, word := range []string{m.Fingerprint, m.Service, strings.Join(m.Operations, ", "), m.Subject, m.Path} {
		if word != "" {
			given = append(given, word)
		}
	}
	return strings.Join(given, " ")
}

// waived counts the findings that an exception waives.
func waived(findings []evctl.Finding, id string) int {
	n := 0
	for _, f := range findings {
		if f.Exception != nil && f.Exception.ID == id && f.Exception.Waives {
			n++
		}
	}
	return n
}

// history adds what git tells: who did what and when, and the exceptions that
// are in the file no more.
func (s *source) history(ctx context.Context) error {
	if s.commit == "" {
		return nil
	}
	events, err := exceptions.History(ctx, s.repo, s.config.Exceptions.File)
	if err != nil {
		return fmt.Errorf("the history of exceptions: %w", err)
	}
	calendar, err := ci.Calendar(s.config, s.files)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, e := range s.out.Exceptions {
		there[e.ID] = true
	}
	gone := map[string]dashboard.Exception{}
	var order []string
	for _, event := range events {
		s.out.Events = append(s.out.Events, dashboard.Event{
			Repository: s.name, Exception: event.ID, Step: string(event.Step), Day: dashboard.DayOf(event.At), By: event.By, Commit: event.Commit,
		})
		if event.Step != exceptions.StepRemoved || there[event.ID] {
			continue
		}
		file := exceptions.File{Exceptions: []exceptions.Exception{event.Exception}}
		e := s.exception(file.List(event.At, calendar)[0])
		if e.Closed == "" {
			e.Closed = dashboard.DayOf(event.At)
		}
		if _, twice := gone[e.ID]; !twice {
			order = append(order, e.ID)
		}
		gone[e.ID] = e
	}
	for _, id := range order {
		s.out.Exceptions = append(s.out.Exceptions, gone[id])
	}
	return nil
}
