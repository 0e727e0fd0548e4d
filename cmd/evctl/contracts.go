package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/report"
)

func newContracts(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "contracts",
		Short:   "Service contracts, contract.yaml",
		Example: "  evctl contracts verify\n  evctl schema contract   # their JSON Schema",
		Args:    noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var formats []string
	verify := &cobra.Command{
		Use:     "verify",
		Short:   "Check the contracts: unknown keys, files that do not exist or do not parse, operations that nobody has",
		Example: "  evctl contracts verify\n  evctl contracts verify -f sarif=contracts.sarif",
		Args:    takes(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.verifyContracts(cmd.Context(), formats) },
	}
	formatFlag(verify, &formats)
	c.AddCommand(verify)
	return c
}

func (a *app) verifyContracts(ctx context.Context, formats []string) error {
	outputs, err := parseOutputs(formats)
	if err != nil {
		return err
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	seen, found, err := ci.VerifyContracts(ctx, conf)
	if err != nil {
		return err
	}
	if seen == 0 {
		return usage("evctl schema contract describes one", "there is no contract where contracts of the configuration looks: %s", strings.Join(conf.Contracts, ", "))
	}
	if len(found) == 0 && len(formats) == 0 && !a.quiet {
		fine := "1 contract is fine"
		if seen > 1 {
			fine = fmt.Sprintf("%d contracts are fine", seen)
		}
		fmt.Fprintln(a.stdout, fine)
		return nil
	}
	family := report.Family{Name: "contract", State: report.LookedAt, Counts: map[string]int{"contracts": seen}}
	r := report.New(tool(), report.Against{Kind: "none"}, []report.Family{family}, found)
	style := a.style()
	style.Rules = ci.Rules()
	a.locate(&style, conf, false)
	if err := a.print(&r, outputs, style); err != nil {
		return err
	}
	if ci.ExitCode(r, nil, conf.FailOn) != ci.ExitClean {
		return errFindings
	}
	return nil
}
