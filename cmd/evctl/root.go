package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/internal/suggest"
)

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "evctl",
		Short: "Governs event contracts: schemas, events and the code that publishes them",
		Example: `  evctl check                           # what changed against the base branch
  evctl compat old.json new.json        # may this schema follow that one?
  evctl explain compat/probable-rename  # why a rule exists and what to do`,
		Args:              noSuchCommand,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: a.start,
	}
	flags := root.PersistentFlags()
	flags.StringVarP(&a.dir, "dir", "C", "", "run as if started in `DIR`")
	flags.StringVarP(&a.config, "config", "c", "", "configuration `FILE` (default: evctl.yaml, looked for up to the repository's root)")
	flags.DurationVar(&a.timeout, "timeout", 5*time.Minute, "give up after this long, with exit code 3; 0 means never (validate and --batch: never, unless set)")
	flags.StringVar(&a.color, "color", "auto", "colours: auto, always or never")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "findings alone")
	flags.BoolVarP(&a.verbose, "verbose", "v", false, "everything: details, waived findings, notes")
	root.SetFlagErrorFunc(flagError)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	a.addCommands(root)
	return root
}

func (a *app) addCommands(root *cobra.Command) {
	group := func(id, title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: id, Title: title})
		for _, c := range commands {
			c.GroupID = id
		}
		root.AddCommand(commands...)
	}
	group("gate", "The gate:", newCheck(a), newLint(a), newRFC(a), newReport(a), newExplain(a), newExceptions(a), newInit(a))
	group("schemas", "Schemas and events:", newCompat(a), newDiff(a), newConsumers(a), newValidate(a), newRegistry(a), newBundle(a), newContracts(a))
	group("more", "More:", newConfig(a), newSchema(a), newCompletion(a), newVersion(a))
	root.AddCommand(newBreaking(a), newMan(), newReference(a), newExitCodes(a))
	root.SetHelpCommand(newHelp())
	root.SetHelpCommandGroupID("more")
}

// start checks the global flags; from here on errors are the command's.
func (a *app) start(cmd *cobra.Command, _ []string) error {
	colors := []string{"auto", "always", "never"}
	if !slices.Contains(colors, a.color) {
		return usage("want auto, always or never", "unknown value %q of --color%s", a.color, suggest.Hint(a.color, colors))
	}
	if a.timeout < 0 {
		return usage("0 means never", "--timeout: %s is less than nothing", a.timeout)
	}
	a.started = true
	if a.timeout > 0 && (cmd.Flags().Changed("timeout") || !streams(cmd)) {
		ctx, cancel := context.WithTimeout(cmd.Context(), a.timeout)
		a.release = cancel
		cmd.SetContext(ctx)
	}
	return nil
}

// streams reports whether a command reads for as long as there is something to
// read: it ends on a --timeout that somebody asks for, and not on the default.
func streams(cmd *cobra.Command) bool {
	return cmd.Name() == "validate" || cmd.Flags().Changed("batch")
}

// noSuchCommand refuses an argument that names no command of a group.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(append(names, c.Name()), c.Aliases...)
	}
	return usage("run "+cmd.CommandPath()+" --help", "unknown command %q%s", args[0], suggest.Hint(args[0], names))
}

// flagError adds the flag that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	message := err.Error()
	if name, ok := strings.CutPrefix(message, "unknown flag: "); ok {
		known := regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(cmd.Flags().FlagUsages(), -1)
		message += suggest.Hint(name, known)
	}
	return usage("run "+cmd.CommandPath()+" --help", "%s", message)
}
