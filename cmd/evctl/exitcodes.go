package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

const exitCodes = `evctl ends with

  0    it looked, and nothing is at or above --fail-on
  1    there are findings, or the schemas are incompatible or undecided
  2    the caller's mistake: a flag, the configuration, nothing to look at
  3    the gate did not run: a registry is down, the history too shallow, the
       time over. This is never a pass
  130  interrupted

Data goes to standard output; errors and progress to standard error.`

func newExitCodes(a *app) *cobra.Command {
	c := &cobra.Command{Use: "exit-codes", Short: "What the exit codes mean"}
	c.SetHelpFunc(func(*cobra.Command, []string) { fmt.Fprintln(a.stdout, exitCodes) })
	return c
}
