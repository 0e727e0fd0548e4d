package contracts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/rules"
	"github.com/evctl/evctl/contracts/rules/contract"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/yamldoc"
)

// A Result is what was judged.
type Result struct {
	Services []Service
	// Invalid are findings about contracts that cannot be read, and about the
	// organisation's files.
	Invalid []evctl.Finding
	Seen    int // contracts, judged or not
}

// A Service is what became of one service.
type Service struct {
	Name, Owner string
	File        string // of its contract
	Verdicts    []verdict.Verdict
	Faults      []evctl.Finding // of the family contract/
}

// ErrUnknownService says that no contract has a name that Options ask for.
var ErrUnknownService = errors.New("no contract of this name")

// Check judges the services whose contracts the globs find below the root of
// fsys. A contract that cannot be read is a finding, and the others are judged
// all the same. The error means that it could not judge at all.
func Check(ctx context.Context, fsys fs.FS, o Options) (Result, error) {
	fleet, out, err := load(ctx, fsys, o)
	if err != nil {
		return Result{}, err
	}
	out.Invalid = slices.DeleteFunc(out.Invalid, func(f evctl.Finding) bool {
		return o.Touched != nil && !o.Touched([]string{f.Position.File})
	})
	if err := known(fleet, o.Services); err != nil && len(out.Invalid) == 0 {
		return Result{}, err
	}
	for _, s := range fleet {
		wanted := len(o.Services) == 0 || slices.Contains(o.Services, s.Metadata.Name)
		if !wanted || o.Touched != nil && !o.Touched(s.Files) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		one := judge(s, o)
		about, err := consumed(ctx, s.Contract, o)
		if err != nil {
			return Result{}, err
		}
		one.Faults = append(one.Faults, about...)
		out.Services = append(out.Services, one)
	}
	if o.Exceptions != nil {
		out.waive(o)
	}
	return out, nil
}

// load reads all contracts with their files, by name. Seen and Invalid of the
// result are set.
func load(ctx context.Context, fsys fs.FS, o Options) ([]*service.Service, Result, error) {
	files, err := Files(fsys, o.Globs, o.Guess, o.Others...)
	if err != nil {
		return nil, Result{}, err
	}
	out := Result{Seen: len(files)}
	var contracts []*service.Contract
	names := map[string]string{}
	for _, file := range files {
		c, findings, err := read(fsys, file)
		if err != nil {
			return nil, Result{}, err
		}
		if c != nil && names[c.Metadata.Name] != "" {
			findings = append(findings, invalid(c.Position("metadata", "name"), "service %s has a contract in %s already, want one", c.Metadata.Name, names[c.Metadata.Name]))
			c = nil
		}
		out.Invalid = append(out.Invalid, findings...)
		if c != nil {
			names[c.Metadata.Name] = file
			contracts = append(contracts, c)
		}
	}
	org, err := o.org(ctx, contracts)
	if err != nil {
		return nil, Result{}, err
	}
	if len(contracts) > 0 {
		if err := org.LoadTopics(fsys, o.Topics); err != nil {
			return nil, Result{}, err
		}
	}
	if org.Fault != nil {
		out.Invalid = append(out.Invalid, faultFinding("", *org.Fault))
	}
	for _, c := range contracts {
		s, err := service.Load(ctx, fsys, c, org)
		if err != nil {
			return nil, Result{}, err
		}
		if o.Topics != "" {
			s.Files = append(s.Files, o.Topics)
		}
		org.Fleet = append(org.Fleet, s)
	}
	slices.SortFunc(org.Fleet, func(a, b *service.Service) int { return strings.Compare(a.Metadata.Name, b.Metadata.Name) })
	return org.Fleet, out, nil
}

// read returns a contract, or what is wrong with it.
func read(fsys fs.FS, file string) (*service.Contract, []evctl.Finding, error) {
	info, err := fs.Stat(fsys, file)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", file, err)
	}
	if info.Size() > service.MaxBytes {
		at := evctl.Position{File: file, Line: 1, Column: 1}
		return nil, []evctl.Finding{invalid(at, "%d bytes are over the limit of %d for one contract", info.Size(), service.MaxBytes)}, nil
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", file, err)
	}
	c, err := service.Parse(file, text)
	if err == nil {
		return c, nil, nil
	}
	var findings []evctl.Finding
	for _, one := range unjoin(err) {
		var wrong *yamldoc.Error
		if !errors.As(one, &wrong) {
			return nil, nil, err
		}
		findings = append(findings, invalid(wrong.Position, "%s", wrong.Message))
	}
	return nil, findings, nil
}

// unjoin flattens what errors.Join made.
func unjoin(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, one := range joined.Unwrap() {
		out = append(out, unjoin(one)...)
	}
	return out
}

func invalid(at evctl.Position, message string, args ...any) evctl.Finding {
	f := contract.Invalid.At(at, message, args...)
	f.Subject = at.File
	f.Key = f.Message
	return f
}

// faultFinding is the finding that a fault is.
func faultFinding(name string, fault service.Fault) evctl.Finding {
	rule := [...]evctl.Rule{service.Missing: contract.FileMissing, service.Unreadable: contract.FileInvalid, service.Unknown: contract.OperationUnknown}[fault.Kind]
	f := rule.At(fault.Position, "%s", fault.Message)
	f.Subject, f.Key = cmp.Or(name, fault.Position.File), fault.Key
	return f
}

// known refuses names that no contract has.
func known(fleet []*service.Service, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(fleet, func(s *service.Service) bool { return s.Metadata.Name == name }) {
			return fmt.Errorf("service %s: %w", name, ErrUnknownService)
		}
	}
	return nil
}

// testify adds what other tools report under the rule's name.
func testify(s *service.Service, rule evctl.Rule, sheet *verdict.Sheet) {
	found, _ := s.Reported(append([]string{rule.ID}, rule.Aliases...)...)
	for _, r := range found {
		sheet.Fail(r.Position, "%s", r.Message)
	}
}

// judge asks every rule about one service.
func judge(s *service.Service, o Options) Service {
	out := Service{Name: s.Metadata.Name, Owner: s.Metadata.Owner, File: s.File}
	checks := rules.Checks()
	for i, rule := range rules.All() {
		var sheet verdict.Sheet
		checks[i](s, &sheet)
		testify(s, rule, &sheet)
		for _, v := range sheet.Verdicts {
			v.Rule, v.Clause, v.Service = rule.ID, rule.Aliases[0], out.Name
			weigh(&v, rule, o)
			out.Verdicts = append(out.Verdicts, v)
		}
	}
	for _, fault := range s.Faults {
		out.Faults = append(out.Faults, faultFinding(out.Name, fault))
	}
	return out
}
