package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/adopt"
	"github.com/evctl/evctl/ci/report"
)

func newInit(a *app) *cobra.Command {
	var dryRun bool
	c := &cobra.Command{
		Use:   "init",
		Short: "Bring evctl into a repository: configuration, hook, workflow",
		Long: `Bring evctl into a repository: look around, run the gate once, and write a
configuration, a hook and a workflow where there is none. No file is changed.`,
		Example: "  evctl init --dry-run\n  evctl init",
		Args:    takes(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.adopt(cmd.Context(), dryRun) },
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be written, and write nothing")
	return c
}

func (a *app) adopt(ctx context.Context, dryRun bool) error {
	survey, err := adopt.Look(ctx, a.workDir())
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "found:")
	for _, line := range survey.Lines() {
		fmt.Fprintln(a.stdout, " ", line)
	}
	if err := a.tryOut(ctx); err != nil {
		return err
	}
	plan := survey.Plan(pinned())
	if dryRun {
		a.printFiles("would write:", plan.Files)
	} else {
		if _, err := survey.Write(plan); err != nil {
			return err
		}
		a.printFiles("wrote:", plan.Files)
	}
	a.printNotes(plan.Notes)
	return nil
}

// tryOut runs the gate on everything and offers the baseline. A gate that
// cannot run yet, for want of a commit say, is no reason to stop.
func (a *app) tryOut(ctx context.Context) error {
	fmt.Fprintln(a.stdout, "\nevctl check --all says:")
	conf, err := a.load()
	var r report.Report
	if err == nil {
		r, err = ci.Run(ctx, ci.Options{Config: conf, All: true, Offline: true, Tool: tool()})
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintln(a.stdout, "  nothing yet:", err)
		return nil
	}
	if err := report.Text(a.stdout, &r, a.style()); err != nil {
		return err
	}
	if n := r.Summary.Error + r.Summary.Warning; n > 0 {
		fmt.Fprintln(a.stdout, "\nto begin with these as known debt: evctl check --baseline write")
	}
	return nil
}

func (a *app) printFiles(title string, files []adopt.File) {
	if len(files) == 0 {
		return
	}
	fmt.Fprintln(a.stdout, "\n"+title)
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, f := range files {
		fmt.Fprintf(w, "  %s\t%s\n", f.Path, f.Why)
	}
	w.Flush()
}

func (a *app) printNotes(notes []adopt.Note) {
	if len(notes) == 0 {
		return
	}
	fmt.Fprintln(a.stdout, "\nleft as they are:")
	for _, n := range notes {
		fmt.Fprintf(a.stdout, "  %s: %s\n", n.Path, n.Why)
		for line := range strings.Lines(n.Add) {
			fmt.Fprintln(a.stdout, "     ", strings.TrimSuffix(line, "\n"))
		}
	}
}

// pinned is the ref of evctl that workflows use: the version of this binary, or
// the commit it was built from.
func pinned() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "main"
	}
	if v := info.Main.Version; strings.HasPrefix(v, "v") && !strings.Contains(v, "+") {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "main"
}
