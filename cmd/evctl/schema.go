package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
)

func newSchema(a *app) *cobra.Command {
	schemas := map[string]string{
		"report": report.Schema,
		"config": string(config.Schema),
	}
	names := sortedKeys(schemas)
	return &cobra.Command{
		Use:       "schema " + alternatives(names),
		Short:     "JSON Schemas of what evctl reads and writes",
		Example:   "  evctl schema report > report.schema.json",
		ValidArgs: names,
		Args:      oneOf(names),
		RunE: func(_ *cobra.Command, args []string) error {
			_, err := io.WriteString(a.stdout, schemas[args[0]])
			return err
		},
	}
}
