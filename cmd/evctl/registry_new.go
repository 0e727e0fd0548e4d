package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/registry/dir"
)

func newRegistryNew(a *app) *cobra.Command {
	var format, owner string
	c := &cobra.Command{
		Use:     "new SUBJECT",
		Short:   "Start a subject: its folder, settings and a first version",
		Example: "  evctl registry new invoice.sent --owner @billing\n  evctl registry new fee.charged --format protobuf",
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			known := []string{string(evctl.JSON), string(evctl.Avro), string(evctl.Protobuf)}
			if err := among("format", format, known); err != nil {
				return err
			}
			conf, err := a.load()
			if err != nil {
				return err
			}
			files, err := dir.New(conf.Root, ci.Layout(conf), args[0], evctl.Format(format), owner)
			if errors.Is(err, fs.ErrExist) {
				return usage("add a version beside those it has", "subject %s exists", args[0])
			}
			if err != nil {
				return &usageError{err: err}
			}
			for _, file := range files {
				fmt.Fprintln(a.stdout, file)
			}
			return nil
		},
	}
	c.Flags().StringVarP(&format, "format", "f", "json", "`FORMAT`: json, avro or protobuf")
	c.Flags().StringVar(&owner, "owner", "", "who answers for the subject, such as @payments")
	complete(c, "format", fixed("json", "avro", "protobuf"))
	return c
}
