package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/ci/tally"
	"github.com/evctl/evctl/envelope"
)

type validateFlags struct {
	as, reader, source, failOn, forkOf string
	serve, summary, group, from, to    string
	service                            ci.Service
	formats                            []string
	bulk                               ci.Validation
	offline                            bool
}

func newValidate(a *app) *cobra.Command {
	var f validateFlags
	c := &cobra.Command{
		Use:   "validate FILE…|-|kafka://BROKER,…/TOPIC",
		Short: "Check events by the envelope and by their schemas",
		Long: `Check events, one JSON object a line, by the envelope, by the schemas that they
name and by the order of each aggregate's versions. Files may be packed by gzip or
zstd, and may hold JSON arrays of events, or be Avro containers or, unpacked, Parquet
files. With --proto, files of Protobuf messages, each behind its length, are read:
*.binpb, *.pb and all that is not named as another format. Of a directory, all files
below it that are named *.ndjson, *.jsonl, *.json, *.avro or *.parquet are taken, with
--proto also *.binpb and *.pb, also with .gz or .zst behind.
Events are judged on all processors, and reported in their order.

A topic is read from its start, or --from, to the end that it has now, or --to, each
partition as a stream of its own. With --group, several processes share its partitions,
go on where the group was, and commit what they have judged; without, nothing is
committed. How to reach the brokers, kafka in evctl.yaml tells or the environment:
EVCTL_KAFKA_TLS (on, off), _CA, _CERT and _KEY (PEM files), _SASL (plain, scram-sha-256,
scram-sha-512, oauthbearer), _USER, _PASSWORD, _TOKEN or _TOKEN_FILE.

With --serve it answers programs in any language: an event a line in, a verdict a line
out, in order; or both behind four bytes of length, big-endian, where a verdict of no
length says valid. The event health is answered with counts. See examples/clients.
A Unix socket is for the user who serves, and those of --allow-uid; TCP is for this
machine, or with --tls-client-ca for others. Slow clients are let go; an interrupt
answers what was sent before it ends.`,
		Example: `  evctl validate testdata/events/*.ndjson
  evctl validate archive/ 'exports/2026-*/**.ndjson.zst' --sample 100
  kcat -C -t orders -e -f '%s\n' | evctl validate -
  evctl validate kafka://localhost:9092/orders --from 24h
  evctl validate --source outbox outbox.ndjson
  evctl validate --as reader --reader events/order.paid@2 events.ndjson
  evctl validate --serve unix:/run/evctl.sock --refresh 1m
  evctl validate --fork-of eu.ndjson us.ndjson      # two dumps of one stream`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.serve != "" {
				return takes(0, 0)(cmd, args)
			}
			return takes(1, unlimited)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := apart(cmd.Flags()); err != nil {
				return err
			}
			if f.serve != "" {
				return a.serve(cmd.Context(), f)
			}
			return a.validate(cmd.Context(), args, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.as, "as", "writer", "whose half of the policy holds: `writer` or reader")
	flags.StringVar(&f.reader, "reader", "", "with --as reader, the schema `REF` to read with (default: the one each event names)")
	flags.StringVar(&f.source, "source", "topic", "where the events were taken from: `topic` (an event may come again) or outbox")
	formatFlag(c, &f.formats)
	flags.StringVar(&f.forkOf, "fork-of", "", "compare with another dump `FILE` of the same stream: report versions of aggregates that differ, and nothing else")
	flags.StringVar(&f.group, "group", "", "of a topic: share its partitions with the other processes of the consumer group `NAME`, and commit")
	flags.StringVar(&f.from, "from", "", "of a topic: records from this `TIME` on, such as 2026-03-01T09:30:00Z or 24h (ago)")
	flags.StringVar(&f.to, "to", "", "of a topic: records before this `TIME`")
	flags.IntVar(&f.bulk.Sample, "sample", 0, "judge one event in `N`, each alone: not their order")
	flags.IntVar(&f.bulk.Limit, "limit", 0, "judge `N` events at most, of a topic so many of each partition")
	flags.BoolVar(&f.bulk.FailFast, "fail-fast", false, "end with the first invalid event")
	flags.Int64Var(&f.bulk.Offset, "offset", 0, "pass over events that begin before this `BYTE` of what the file unpacks to, or row: where an earlier run ended")
	flags.StringVar(&f.summary, "summary", "", "write counts by type, version and rule to a `FILE`: a table, JSON if it is named *.json, or a page with plots over time if *.html")
	flags.StringVar(&f.bulk.Messages.File, "proto", "", "a .proto `FILE`, or a set of descriptors, with the type of Protobuf messages")
	flags.StringVar(&f.bulk.Messages.Name, "message", "", "with --proto, the full `NAME` of that type: shop.Event")
	flags.StringVar(&f.serve, "serve", "", "answer events at an `ADDRESS` until interrupted: unix:PATH or 127.0.0.1:PORT")
	flags.IntSliceVar(&f.service.Users, "allow-uid", nil, "ids of `USERS` that may connect to the Unix socket, besides the one who serves (Linux)")
	flags.StringVar(&f.service.TLS.Certificate, "tls-cert", "", "speak TLS on TCP, with the certificate in a PEM `FILE`")
	flags.StringVar(&f.service.TLS.Key, "tls-key", "", "the certificate's key, a PEM `FILE`")
	flags.StringVar(&f.service.TLS.ClientCA, "tls-client-ca", "", "take clients alone whose certificates those in a PEM `FILE` have signed")
	flags.DurationVar(&f.service.Refresh, "refresh", 0, "look for new schemas each `DURATION`, such as 1m (default: at the start alone)")
	flags.BoolVar(&f.offline, "offline", false, "leave the remote registry out: ask it of no id that stands before an event or payload")
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
	if err := f.parse(); err != nil {
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
	if f.offline {
		conf.Registry.URL = ""
	}
	start := time.Now()
	r, err := f.run(ctx, a, conf, files)
	if err != nil {
		return err
	}
	r.Tool = tool()
	if err := f.summarize(a, files, r); err != nil {
		return err
	}
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

func (a *app) serve(ctx context.Context, f validateFlags) error {
	if err := f.parse(); err != nil {
		return err
	}
	if (f.service.TLS.Certificate == "") != (f.service.TLS.Key == "") || f.service.TLS.ClientCA != "" && f.service.TLS.Key == "" {
		return usage("name all files", "--tls-cert, --tls-key: one takes the other, and --tls-client-ca takes both")
	}
	conf, err := a.loadFor()
	if err != nil {
		return err
	}
	if conf == nil {
		conf = config.Default()
	}
	if f.offline {
		conf.Registry.URL = ""
	}
	f.service.Role, f.service.Address, f.service.Grace = f.bulk.Role, f.serve, grace/2
	for _, file := range []*string{&f.service.TLS.Certificate, &f.service.TLS.Key, &f.service.TLS.ClientCA} {
		if *file != "" {
			*file = a.path(*file)
		}
	}
	f.service.Ready = func(at string) {
		if !a.quiet {
			fmt.Fprintln(a.stderr, "serving at "+at)
		}
	}
	f.service.Failed = func(err error) { fmt.Fprintln(a.stderr, "evctl:", err) }
	return ci.Serve(ctx, conf, f.service)
}

func (f *validateFlags) run(ctx context.Context, a *app, conf *config.Config, args []string) (report.Report, error) {
	if f.forkOf != "" {
		return f.forks(ctx, a, conf, args)
	}
	if f.summary != "" {
		f.bulk.Tally = &tally.Tally{Times: strings.HasSuffix(f.summary, ".html")}
	}
	tell, done := a.progressOf("validating")
	defer done()
	f.bulk.Progress = tell
	if topic, is, err := ci.ParseTopic(args[0]); err != nil {
		return report.Report{}, err
	} else if is {
		return f.topic(ctx, conf, topic, args)
	}
	if f.group != "" || f.from != "" || f.to != "" {
		return report.Report{}, usage("name a topic: kafka://HOST:PORT/TOPIC", "--group, --from and --to are for topics")
	}
	if f.bulk.Messages.File != "" {
		f.bulk.Messages.File = a.path(f.bulk.Messages.File)
	}
	files, err := ci.EventFiles(a.dir, args, f.bulk.Messages)
	if err != nil {
		return report.Report{}, err
	}
	if f.bulk.Offset > 0 && len(files) != 1 {
		return report.Report{}, usage("name the file that an earlier run ended in", "--offset is a place in one file, got %d", len(files))
	}
	f.bulk.Inputs = a.inputs(files)
	return ci.Validate(ctx, conf, f.bulk)
}

func (f *validateFlags) topic(ctx context.Context, conf *config.Config, topic ci.Topic, args []string) (r report.Report, err error) {
	if f.bulk.Messages.File != "" {
		return r, usage("leave it out", "--proto is for files")
	}
	if len(args) != 1 || f.bulk.Offset > 0 {
		return r, usage("evctl validate "+args[0]+" --from 24h", "a topic is validated alone, from a time on")
	}
	now := time.Now()
	if topic.From, err = ci.ParseTime(f.from, now); err != nil {
		return r, err
	}
	if topic.To, err = ci.ParseTime(f.to, now); err != nil {
		return r, err
	}
	topic.Group, topic.Environ = f.group, os.Getenv
	return ci.ValidateTopic(ctx, conf, topic, f.bulk)
}

// summarize writes the summary that was asked for.
func (f *validateFlags) summarize(a *app, args []string, r report.Report) error {
	if f.bulk.Tally == nil {
		return nil
	}
	var b bytes.Buffer
	write := f.bulk.Tally.Table
	switch {
	case strings.HasSuffix(f.summary, ".json"):
		write = f.bulk.Tally.JSON
	case f.bulk.Tally.Times:
		run := tally.Run{Tool: r.Tool, Inputs: args, Notes: r.Notes, Unchecked: r.Families[0].Counts["unchecked"]}
		write = func(w io.Writer) error { return f.bulk.Tally.HTML(w, run) }
	}
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(a.path(f.summary), b.Bytes(), 0o644)
}

func (f *validateFlags) forks(ctx context.Context, a *app, conf *config.Config, files []string) (report.Report, error) {
	both, err := a.dumps(f.forkOf, files)
	if err != nil {
		return report.Report{}, err
	}
	defer a.progress("comparing")()
	dumps := a.inputs(both)
	return ci.Forks(ctx, conf, dumps[0], dumps[1])
}

// parse reads the flags into f.bulk.
func (f *validateFlags) parse() error {
	if err := among("as", f.as, []string{"writer", "reader"}); err != nil {
		return err
	}
	origin, err := envelope.ParseOrigin(f.source)
	if err != nil {
		return usage("want topic or outbox", "--source: %s", err)
	}
	f.bulk.Origin, f.bulk.Role = origin, envelope.Writer()
	if f.bulk.Sample < 0 || f.bulk.Limit < 0 || f.bulk.Offset < 0 {
		return usage("leave it out for all events", "--sample, --limit and --offset take no negative number")
	}
	if (f.bulk.Messages.File == "") != (f.bulk.Messages.Name == "") {
		return usage("name both", "--proto and --message take each other")
	}
	switch {
	case f.as == "reader" && f.reader == "":
		f.bulk.Role = envelope.Reader(evctl.SchemaRef{})
	case f.as == "reader":
		ref, err := evctl.ParseSchemaRef(f.reader)
		if err != nil {
			return usage("evctl registry ls lists them", "--reader: %s", err)
		}
		f.bulk.Role = envelope.Reader(ref)
	case f.reader != "":
		return usage("add --as reader", "--reader says what a reader reads with")
	}
	return nil
}

func (a *app) inputs(files []string) []ci.Events {
	var inputs []ci.Events
	for _, file := range files {
		in := ci.Events{Name: file, Open: func() (io.ReadCloser, error) { return a.open(file) }}
		if file == "-" {
			in.Name = "stdin"
		} else if info, err := os.Stat(a.path(file)); err == nil && info.Mode().IsRegular() {
			in.Size = info.Size()
		}
		inputs = append(inputs, in)
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
