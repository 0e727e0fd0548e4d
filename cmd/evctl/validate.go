package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
)

type validateFlags struct {
	as, reader, source, failOn, forkOf string
	formats                            []string
}

func newValidate(a *app) *cobra.Command {
	var f validateFlags
	c := &cobra.Command{
		Use:   "validate FILE…|-",
		Short: "Check events by the envelope and by their schemas",
		Long: `Check events, one JSON object a line, by the envelope, by the schemas that they
name and by the order of each aggregate's versions.`,
		Example: `  evctl validate testdata/events/*.ndjson
  kcat -C -t orders -e -f '%s\n' | evctl validate -
  evctl validate --source outbox outbox.ndjson
  evctl validate --as reader --reader events/order.paid@2 events.ndjson
  evctl validate --fork-of eu.ndjson us.ndjson      # two dumps of one stream`,
		Args: takes(1, unlimited),
		RunE: func(cmd *cobra.Command, args []string) error { return a.validate(cmd.Context(), args, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.as, "as", "writer", "whose half of the policy holds: `writer` or reader")
	flags.StringVar(&f.reader, "reader", "", "with --as reader, the schema `REF` to read with (default: the one each event names)")
	flags.StringVar(&f.source, "source", "topic", "where the events were taken from: `topic` (an event may come again) or outbox")
	formatFlag(c, &f.formats)
	flags.StringVar(&f.forkOf, "fork-of", "", "compare with another dump `FILE` of the same stream: report versions of aggregates that differ, and nothing else")
	flags.StringVar(&f.failOn, "fail-on", "", "least `SEVERITY` that fails: error, warning, info or never (default: as configured, error)")
	complete(c, "as", fixed("writer", "reader"))
	complete(c, "reader", a.completeRefs)
	complete(c, "source", fixed("topic", "outbox"))
	complete(c, "fail-on", fixed("error", "warning", "info", "never"))
	return c
}

func (a *app) validate(ctx context.Context, files []string, f validateFlags) error {
	outputs, err := parseOutputs(f.formats)
	if err != nil {
		return err
	}
	if i := slices.Index(files, "-"); i >= 0 && slices.Contains(files[i+1:], "-") {
		return usage("name - once", "- stands for standard input, which can be read once")
	}
	role, origin, err := f.parse()
	if err != nil {
		return err
	}
	conf, err := a.loadFor(files...)
	if err != nil {
		return err
	}
	if conf == nil {
		conf = config.Default()
	}
	if err := setFailOn(conf, f.failOn); err != nil {
		return err
	}
	start := time.Now()
	done := a.progress("validating")
	r, err := f.run(ctx, a, conf, role, origin, files)
	done()
	if err != nil {
		return err
	}
	r.Tool = tool()
	style := a.style()
	style.Elapsed, style.Rules, style.Pointers, style.Fails = time.Since(start), ci.Rules(), true, conf.FailOn.Fails
	a.locate(&style, nil, false)
	if err := a.print(&r, outputs, style); err != nil {
		return err
	}
	if ci.ExitCode(r, nil, conf.FailOn) != ci.ExitClean {
		return errFindings
	}
	return nil
}

func (f validateFlags) run(ctx context.Context, a *app, conf *config.Config, role envelope.Role, origin envelope.Origin, files []string) (report.Report, error) {
	switch {
	case f.forkOf == "":
		return ci.Validate(ctx, conf, role, origin, a.inputs(files))
	case len(files) != 1:
		return report.Report{}, usage("evctl validate --fork-of "+f.forkOf+" FILE", "--fork-of compares with one dump, got %d", len(files))
	}
	dumps := a.inputs([]string{f.forkOf, files[0]})
	return ci.Forks(ctx, conf, dumps[0], dumps[1])
}

func (f validateFlags) parse() (envelope.Role, envelope.Origin, error) {
	role := envelope.Writer()
	if err := among("as", f.as, []string{"writer", "reader"}); err != nil {
		return role, 0, err
	}
	origin, err := envelope.ParseOrigin(f.source)
	if err != nil {
		return role, 0, usage("want topic or outbox", "--source: %s", err)
	}
	switch {
	case f.as == "reader" && f.reader == "":
		role = envelope.Reader(evctl.SchemaRef{})
	case f.as == "reader":
		ref, err := evctl.ParseSchemaRef(f.reader)
		if err != nil {
			return role, 0, usage("evctl registry ls lists them", "--reader: %s", err)
		}
		role = envelope.Reader(ref)
	case f.reader != "":
		return role, 0, usage("add --as reader", "--reader says what a reader reads with")
	}
	return role, origin, nil
}

func (a *app) inputs(files []string) []ci.Events {
	var inputs []ci.Events
	for _, file := range files {
		name := file
		if file == "-" {
			name = "stdin"
		}
		inputs = append(inputs, ci.Events{Name: name, Open: func() (io.ReadCloser, error) { return a.open(file) }})
	}
	return inputs
}

// open returns a file, or standard input for "-".
func (a *app) open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(a.stdin), nil
	}
	f, err := os.Open(a.path(file))
	if err != nil {
		return nil, &usageError{err: fmt.Errorf("read %s: %w", file, cause(err))}
	}
	return f, nil
}
