package main

import (
	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/envelope"
)

// schemaNames are the names that published returns a schema for.
func schemaNames() []string {
	return []string{"changelog", "config", "consumers", "contract", "dashboard", "envelope-v1", "envelope-v2", "report"}
}

// published returns the schema that a user's word stands for.
func published(name string) ([]byte, error) {
	switch name {
	case "changelog":
		return []byte(report.ChangelogSchema), nil
	case "config":
		return config.Schema, nil
	case "consumers":
		return consumers.Schema, nil
	case "contract":
		return contracts.Schema, nil
	case "dashboard":
		return []byte(dashboard.Schema), nil
	case "envelope-v1":
		return envelope.Schema(1)
	case "envelope-v2":
		return envelope.Schema(2)
	}
	return []byte(report.Schema), nil
}

func newSchema(a *app) *cobra.Command {
	names := schemaNames()
	return &cobra.Command{
		Use:       "schema " + alternatives(names),
		Short:     "JSON Schemas of what evctl reads and writes",
		Example:   "  evctl schema report > report.schema.json\n  evctl schema envelope-v2",
		ValidArgs: names,
		Args:      oneOf(names),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := published(args[0])
			if err != nil {
				return err
			}
			_, err = a.stdout.Write(text)
			return err
		},
	}
}
