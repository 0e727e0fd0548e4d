package main

import "github.com/spf13/cobra"

var witnesses = []string{"payload", "event"}

// witnessFlag adds --witness to a command.
func witnessFlag(c *cobra.Command, form *string) {
	c.Flags().StringVar(form, "witness", "payload", "show events that break as `FORM`: payload, or event, which is the payload in its envelope")
	complete(c, "witness", fixed(witnesses...))
}

// wholeEvents reports whether --witness asks for whole events.
func wholeEvents(form string) (bool, error) {
	return form == "event", among("witness", form, witnesses)
}
