package inventory

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// services judges every contract, and reads the numbers that its metrics tell.
func (s *source) services(ctx context.Context) error {
	result, err := ci.Conformance(ctx, s.config, nil, false, s.Now)
	if err != nil {
		return fmt.Errorf("judge the contracts: %w", err)
	}
	if n := len(result.Invalid); n > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%d faults in contracts, and in what they share; what cannot be read is left out here", n))
	}
	adopted, _ := time.Parse(time.DateOnly, s.config.Org.Adopted)
	for _, of := range result.Services {
		out := dashboard.Service{Repository: s.name, Name: of.Name, Owner: of.Owner, Verdicts: clauses(of.Verdicts)}
		out.Money, out.Mutating = coverage(of.Verdicts, adopted)
		s.out.Services = append(s.out.Services, out)
		text, err := fs.ReadFile(s.files, of.File)
		if err != nil {
			return err
		}
		contract, err := service.Parse(of.File, text)
		if err != nil {
			return err
		}
		s.out.Measures = append(s.out.Measures, s.measures(contract)...)
		s.adopt(contract)
	}
	return nil
}

// adopt gives subjects without an owner that of the service that publishes them.
func (s *source) adopt(contract *service.Contract) {
	for _, p := range contract.Spec.Publishes {
		for i := range s.out.Subjects {
			subject := &s.out.Subjects[i]
			if subject.Owner == "" && slices.Contains(p.Events, subject.Name) {
				subject.Owner = contract.Metadata.Owner
			}
		}
	}
}

// clauses returns one verdict a clause: of all that it speaks of, the worst.
func clauses(verdicts []verdict.Verdict) []dashboard.Verdict {
	var out []dashboard.Verdict
	at := map[string]int{}
	for _, v := range verdicts {
		one := dashboard.Verdict{Clause: v.Clause, Outcome: dashboard.Outcome(v.Outcome), Why: why(v)}
		i, seen := at[v.Clause]
		switch {
		case !seen:
			at[v.Clause] = len(out)
			out = append(out, one)
		case out[i].Outcome != one.Outcome && dashboard.Worst(out[i].Outcome, one.Outcome) == one.Outcome:
			out[i] = one
		}
	}
	return out
}

// why is what a verdict rests on, and where.
func why(v verdict.Verdict) string {
	text := v.Message
	if v.Item != "" {
		text = v.Item + ": " + text
	}
	if v.Waiver != nil && v.Waiver.Waives {
		text += " (" + v.Waiver.ID + ")"
	}
	if at := v.Position.String(); at != "" {
		text += ", " + at
	}
	return text
}

// keyClause is the clause that speaks of every operation that changes something.
const keyClause = "KEY-001"

// coverage counts the operations that comply, those that move money and all.
func coverage(verdicts []verdict.Verdict, adopted time.Time) (money, mutating *dashboard.Coverage) {
	broken := map[string]bool{}
	for _, v := range verdicts {
		switch v.Outcome {
		case verdict.Fail, verdict.Error, verdict.Inconclusive, verdict.Waived:
			broken[v.Item] = true
		}
	}
	count := func(to **dashboard.Coverage, complies bool) {
		if *to == nil {
			*to = &dashboard.Coverage{}
		}
		(*to).Total++
		if complies {
			(*to).Compliant++
		}
	}
	for _, v := range verdicts {
		if v.Clause != keyClause || v.Item == "" {
			continue
		}
		count(&mutating, !broken[v.Item])
		if v.Money {
			count(&money, !broken[v.Item])
		}
	}
	if adopted.IsZero() {
		return money, mutating
	}
	half := exceptions.LatestExpiry(adopted) // the end of the second quarter after
	if money != nil {
		money.Due = dashboard.DayOf(half)
	}
	if mutating != nil {
		mutating.Due = dashboard.DayOf(exceptions.LatestExpiry(half))
	}
	return money, mutating
}
