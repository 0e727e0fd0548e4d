package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/internal/atomicfile"
)

func newBundle(a *app) *cobra.Command {
	var out string
	var offline bool
	c := &cobra.Command{
		Use:   "bundle",
		Short: "Pack the registry's schemas into one file for go:embed",
		Long: `Pack the schemas of the embedded registry into one file, and with them how the
configuration has events judged, for a producer that carries its contracts with
it: envelope.FromBundle reads both. Where registry.url is configured, the ids and
GUIDs go along by which that registry calls the schemas. Equal schemas, names and
configuration make equal bytes, and a bundle that was changed is refused.`,
		Example: `  evctl bundle -o internal/contracts/contracts.zip`,
		Args:    takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			conf, err := a.load()
			if err != nil {
				return err
			}
			if offline && conf != nil {
				conf.Registry.URL = ""
			}
			bundle, err := ci.Bundle(cmd.Context(), conf)
			if err != nil {
				return err
			}
			if out == "-" {
				_, err = a.stdout.Write(bundle)
				return err
			}
			if err := atomicfile.Write(a.path(out), bundle, 0o644); err != nil {
				return fmt.Errorf("write %s: %w", out, cause(err))
			}
			return nil
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "contracts.zip", "`FILE` to write; - is standard output")
	c.Flags().BoolVar(&offline, "offline", false, "leave the remote registry out, and what it calls the schemas")
	return c
}
