package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evctl/evctl/ci"
)

// deployFlags ask about a whole service instead of two schemas.
type deployFlags struct {
	service string
	against string
	offline bool
}

func (f *deployFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.service, "can-i-deploy", "", "answer yes or no for a `SERVICE`: all that its contract publishes and consumes")
	c.Flags().StringVar(&f.against, "against", "", "with --can-i-deploy: compare with git `REF` instead of the base branch")
	c.Flags().BoolVar(&f.offline, "offline", false, "with --can-i-deploy: leave the remote registry out")
}

// check refuses what has no effect with or without the question.
func (f *deployFlags) check(cmd *cobra.Command, args []string) error {
	if f.service == "" {
		for _, name := range []string{"against", "offline"} {
			if cmd.Flags().Changed(name) {
				return usage("evctl compat --can-i-deploy SERVICE", "--%s has no effect without --can-i-deploy", name)
			}
		}
		return nil
	}
	if len(args) > 0 {
		return usage("what a service publishes and consumes stands in its contract", "--can-i-deploy takes no OLD and NEW, got %q", args[0])
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "can-i-deploy", "against", "offline", "format", "witness":
		default:
			if cmd.InheritedFlags().Lookup(flag.Name) == nil {
				err = usage("evctl.yaml and subject.yaml say it for each subject", "--%s has no effect with --can-i-deploy", flag.Name)
			}
		}
	})
	return err
}

func (a *app) canDeploy(ctx context.Context, f compatFlags) error {
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	events, err := wholeEvents(f.witness)
	if err != nil {
		return err
	}
	conf, err := a.load()
	if err != nil {
		return err
	}
	start := time.Now()
	done := a.progress("judging")
	r, err := ci.CanDeploy(ctx, ci.Options{
		Config: conf, Against: f.deploy.against, Offline: f.deploy.offline, WholeEvents: events, Now: start, Tool: tool(),
	}, f.deploy.service)
	done()
	if err != nil {
		return err
	}
	style := a.style()
	style.Elapsed, style.Rules, style.Exceptions = time.Since(start), ci.Rules(), true
	a.locate(&style, conf, false)
	if err := a.print(&r, outputs, style); err != nil {
		return err
	}
	if ci.ExitCode(r, nil, conf.FailOn) != ci.ExitClean {
		return errFindings
	}
	return nil
}
