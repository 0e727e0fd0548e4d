package main

import (
	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
)

// schemas are what evctl publishes, by the name that a user types.
var schemas = map[string]func() ([]byte, error){
	"report":      func() ([]byte, error) { return []byte(report.Schema), nil },
	"config":      func() ([]byte, error) { return config.Schema, nil },
	"envelope-v1": func() ([]byte, error) { return envelope.Schema(1) },
	"envelope-v2": func() ([]byte, error) { return envelope.Schema(2) },
}

func newSchema(a *app) *cobra.Command {
	names := sortedKeys(schemas)
	return &cobra.Command{
		Use:       "schema " + alternatives(names),
		Short:     "JSON Schemas of what evctl reads and writes",
		Example:   "  evctl schema report > report.schema.json\n  evctl schema envelope-v2",
		ValidArgs: names,
		Args:      oneOf(names),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := schemas[args[0]]()
			if err != nil {
				return err
			}
			_, err = a.stdout.Write(text)
			return err
		},
	}
}
