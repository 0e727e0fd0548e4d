package main

import (
	"cmp"
	"context"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat"
)

type compatFlags struct {
	batch   string
	formats []string
	deploy  deployFlags
	witness string
	semantics
}

func newCompat(a *app) *cobra.Command {
	var f compatFlags
	c := &cobra.Command{
		Use:   "compat OLD NEW",
		Short: "May one schema follow another?",
		Long: `Tell whether NEW may follow OLD: whether readers and writers that use one can
live with those that use the other. A schema is a file (.json, .avsc, .proto), a
file as a git revision has it (HEAD~1:schemas/order.json), a ref
(events/order.paid@3) or REGISTRY:SUBJECT@VERSION of the configured remote
registry. A subject without a version, as OLD, stands for all its versions: NEW
is to be the next, and the mode says which of them count. Exit 0: compatible; 1:
incompatible or undecided; 2: not a schema.

With --can-i-deploy, tell whether a service may be deployed: whether all that its
contract publishes follows the published versions, and all that it consumes can
be read. Exit 0: yes; 1: no; 3: nobody can say.`,
		Example: `  evctl compat old.avsc new.avsc
  evctl compat events/order.paid@3 schemas/events/order.paid/4.json --mode BACKWARD
  evctl compat events/order.paid proposed.avsc
  evctl compat --batch cases.ndjson > answers.ndjson
  evctl compat --can-i-deploy orders`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := f.deploy.check(cmd, args); err != nil || f.deploy.service != "" {
				return err
			}
			if f.batch != "" {
				return batchAlone(cmd, args)
			}
			return takes(2, 2)(cmd, args)
		},
		ValidArgsFunction: a.completeRefs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.deploy.service != "" {
				return a.canDeploy(cmd.Context(), f)
			}
			if f.batch != "" {
				return a.batch(cmd.Context(), f.batch)
			}
			return a.compat(cmd.Context(), args[0], args[1], f)
		},
	}
	c.Flags().StringVar(&f.batch, "batch", "", "answer the cases in `FILE` (- is standard input), one JSON object a line")
	formatFlag(c, &f.formats)
	witnessFlag(c, &f.witness)
	f.semantics.flags(c)
	f.deploy.flags(c)
	return c
}

// batchAlone refuses arguments and flags beside --batch: a case says for itself
// what they would say.
func batchAlone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("--batch reads schemas from its cases", "--batch takes no OLD and NEW, got %q", args[0])
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "batch" && cmd.InheritedFlags().Lookup(flag.Name) == nil {
			err = usage("a case has members of its own for this", "--%s has no effect with --batch", flag.Name)
		}
	})
	return err
}

func (a *app) compat(ctx context.Context, oldName, newName string, f compatFlags) error {
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	events, err := wholeEvents(f.witness)
	if err != nil {
		return err
	}
	conf, err := a.loadFor(oldName, newName)
	if err != nil {
		return err
	}
	change, err := a.change(ctx, conf, oldName, newName, f.semantics)
	if err != nil {
		return err
	}
	start := time.Now()
	judgement, err := compat.New().Remember(cache(), build()).Decide(ctx, change)
	if err != nil {
		return err
	}
	if judgement, err = ci.Impact(ctx, conf, change, judgement); err != nil {
		return err
	}
	r := report.New(tool(), report.Against{Kind: "file", Name: oldName, Mode: change.Mode.String(), Policy: policyName(change.Semantics)},
		families(judgement, len(change.Old)+1), judgement.Findings)
	r.Summary.Verdict = judgement.Verdict
	if events && !ci.Enclose(r.Findings, change.Old, change.New) {
		r.Notes = append(r.Notes, "events without their envelope: it takes objects and bytes only, of subjects such as order.paid")
	}
	style := a.style()
	style.Elapsed, style.Rules = time.Since(start), ci.Rules()
	a.locate(&style, conf, false)
	style.Old = style.Source
	for _, old := range change.Old {
		style.Old = textOf(old, style.Old)
	}
	style.Source = textOf(change.New, style.Source)
	if err := a.print(&r, outputs, style); err != nil {
		return err
	}
	return verdictError(r)
}

// textOf returns a schema's text as it was compared, and other files as they are.
func textOf(s *evctl.Schema, others func(string) ([]byte, error)) func(string) ([]byte, error) {
	return func(file string) ([]byte, error) {
		if file == s.File {
			return s.Text, nil
		}
		return others(file)
	}
}

// change is what the arguments ask about: a schema beside another one, or beside
// all versions of a subject.
func (a *app) change(ctx context.Context, conf *config.Config, oldName, newName string, s semantics) (evctl.Change, error) {
	if !ci.NamesSubject(oldName) {
		old, new, err := a.pair(ctx, conf, oldName, newName, s.message)
		if err != nil {
			return evctl.Change{}, err
		}
		mode, sem, err := s.resolve(conf, new.Subject)
		return evctl.Change{Old: []*evctl.Schema{old}, New: new, Mode: mode, Semantics: sem}, err
	}
	change, err := ci.Proposal(ctx, conf, a.workDir(), oldName, newName)
	if err != nil {
		return change, err
	}
	mode, sem, err := s.resolve(conf, change.New.Subject)
	if s.mode != "" {
		change.Mode = mode
	}
	sem.Policy = cmp.Or(evctl.Policy(s.policy), change.Semantics.Policy)
	change.Semantics = sem
	if s.message != "" {
		change.New = withMessage(change.New, s.message)
		for i, old := range change.Old {
			change.Old[i] = withMessage(old, s.message)
		}
	}
	return change, err
}

// families says what a question about so many schemas looked at.
func families(j evctl.Judgement, schemas int) []report.Family {
	counts := map[string]int{"schemas": schemas}
	compat := report.Family{Name: "compat", State: report.LookedAt, Counts: counts}
	switch {
	case j.Verdict == evctl.Invalid:
		compat = report.Family{Name: "compat", State: report.NotLookedAt, Note: "a schema is invalid"}
	case j.Cached:
		compat.State = report.Cached
	}
	return []report.Family{{Name: "parse", State: report.LookedAt, Counts: counts}, compat}
}

// verdictError turns a verdict into what the command ends with. A compatible
// verdict beside an error, such as a probable rename, does not pass.
func verdictError(r report.Report) error {
	switch {
	case r.Summary.Verdict == evctl.Invalid:
		return errInvalid
	case r.Summary.Verdict != evctl.Compatible || r.Summary.Error > 0:
		return errFindings
	}
	return nil
}

func (a *app) batch(ctx context.Context, file string) error {
	in, err := a.open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	if os.Getenv("GOGC") == "" {
		debug.SetMemoryLimit(768 << 20) // collect more often where there is much to hold
	}
	return compat.New().Batch(ctx, in, a.stdout)
}
