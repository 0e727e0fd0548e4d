package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
)

func newRegistry(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "registry",
		Short:   "The subjects and versions in this repository",
		Example: "  evctl registry ls\n  evctl registry get events/order.paid@3\n  evctl registry new invoice.sent",
		Args:    noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newRegistryList(a), newRegistryGet(a), newRegistryNew(a), newRegistryFreeze(a), newRegistryRetire(a))
	return c
}

func newRegistryList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Short:   "List subjects, their versions, mode and owner",
		Example: "  evctl registry ls",
		Args:    takes(0, 0),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.registryList(cmd.Context()) },
	}
}

func (a *app) registryList(ctx context.Context) error {
	conf, err := a.load()
	if err != nil {
		return err
	}
	registry, closing, err := ci.OpenRegistry(ctx, conf)
	if err != nil {
		return err
	}
	defer closing()
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SUBJECT\tFORMAT\tVERSIONS\tMODE\tOWNER")
	for _, name := range registry.Subjects() {
		versions, err := registry.Versions(ctx, name)
		if err != nil {
			return err
		}
		settings := registry.Settings(name)
		mode := conf.Mode(name)
		if settings.Mode != nil {
			mode = *settings.Mode
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, formatOf(versions), numbers(versions), mode, settings.Owner)
	}
	return w.Flush()
}

func formatOf(versions []*evctl.Schema) evctl.Format {
	if len(versions) == 0 {
		return ""
	}
	return versions[len(versions)-1].Format
}

func numbers(versions []*evctl.Schema) string {
	var words []string
	for _, v := range versions {
		word := strconv.Itoa(v.Version)
		if v.Retired {
			word = "(" + word + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func newRegistryGet(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "get REF",
		Short:             "Print one version of a subject, the newest if none is named",
		Example:           "  evctl registry get events/order.paid@3\n  evctl registry get order.paid",
		Args:              takes(1, 1),
		ValidArgsFunction: a.completeRefs,
		RunE: func(cmd *cobra.Command, args []string) error {
			conf, err := a.load()
			if err != nil {
				return err
			}
			schema, err := ci.Resolve(cmd.Context(), conf, a.workDir(), args[0])
			if err != nil {
				return err
			}
			_, err = a.stdout.Write(schema.Text)
			return err
		},
	}
}
