package ci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/ci/tally"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
)

// MaxFindings bounds how many findings of one severity a report of events
// holds; the rest is counted.
const MaxFindings = 10_000

// Events are a stream to validate, under a name that positions carry.
type Events struct {
	Name string
	Size int64 // bytes that Open's reader holds, 0 if that is not known
	Open func() (io.ReadCloser, error)
}

// A Validation says what to validate, and how far.
type Validation struct {
	Role   envelope.Role
	Origin envelope.Origin
	Inputs []Events
	// Messages is the type of what Protobuf files hold. If it is set, inputs that are
	// not named as another format are such files.
	Messages MessageType

	Offset   int64        // events that begin before it, in bytes of what the only input unpacks to, or in rows, are passed over
	Limit    int          // events to judge at most, 0 for all
	Sample   int          // judge one in so many, without their order; 0 and 1 for all
	FailFast bool         // end with the first invalid event
	Tally    *tally.Tally // counts by type, version and rule, if set
	// Progress, if set, is called now and then by one goroutine.
	Progress func(Progress)
}

// Progress is how far a validation came.
type Progress struct {
	Events, Invalid int
	Bytes, Size     int64 // read, and to be read; Size is 0 if that is not known
}

// Validate judges streams of events, each on its own, by the envelope and by
// the schemas of the configured registry. Without a configuration or a registry
// it judges the envelope alone and says so.
func Validate(ctx context.Context, cfg *config.Config, v Validation) (report.Report, error) {
	return validated(ctx, cfg, v, 1, func(ctx context.Context, b *bulk) error { return b.all(ctx) })
}

// validated prepares a run, lets read do it, and reports what it found. Streams
// is how many are read at once: they share what is remembered.
func validated(ctx context.Context, cfg *config.Config, v Validation, streams int, read func(context.Context, *bulk) error) (out report.Report, err error) {
	if cfg == nil {
		cfg = config.Default()
	}
	if err := cfg.ResolveRules(Rules()); err != nil {
		return report.Report{}, &UsageError{Err: err}
	}
	source, close, notes, err := schemasOf(ctx, cfg)
	if err != nil {
		return report.Report{}, err
	}
	defer func() { err = errors.Join(err, close()) }()
	if err := refuseUnknown(ctx, source, v.Role.Schema()); err != nil {
		return report.Report{}, err
	}
	options := eventOptions(cfg, source)
	options.Role, options.Origin = v.Role, v.Origin
	options.Window = max(minWindow, envelope.DefaultWindow/streams)
	options.Aggregates = max(minAggregates, envelope.DefaultAggregates/streams)
	b := bulk{Validation: v, checker: envelope.NewChecker(source, options), maxBytes: cmp.Or(options.MaxBytes, envelope.DefaultMaxBytes)}
	if v.Messages.File != "" {
		message, err := v.Messages.load(ctx)
		if err != nil {
			return report.Report{}, &UsageError{Err: err}
		}
		b.toJSON = records.MessageJSON(message)
	}
	if err := read(ctx, &b); err != nil {
		return report.Report{}, err
	}
	family := report.Family{Name: "envelope", State: report.LookedAt, Counts: counts(b.sum)}
	out = report.New("", report.Against{Kind: "none", Policy: string(cfg.Semantics.Policy)}, []report.Family{family}, b.found.findings)
	out.Notes = slices.Concat(notes, b.notes, remarks(b.sum, b.found.left))
	return out, nil
}

// What each of many streams remembers at least.
const (
	minWindow     = 1 << 12
	minAggregates = 1 << 14
)

// collection keeps findings up to MaxFindings of each severity.
type collection struct {
	findings []evctl.Finding
	kept     map[evctl.Severity]int
	left     int
}

func (c *collection) add(f evctl.Finding) {
	if c.kept[f.Severity] == MaxFindings {
		c.left++
		return
	}
	if c.kept == nil {
		c.kept = map[evctl.Severity]int{}
	}
	c.kept[f.Severity]++
	c.findings = append(c.findings, f)
}

// schemasOf opens the source of payload schemas, nil if there is none.
func schemasOf(ctx context.Context, cfg *config.Config) (evctl.Source, func() error, []string, error) {
	layout := layoutOf(cfg)
	if layout.Dir == "" && len(layout.Patterns) == 0 {
		return nil, func() error { return nil }, []string{"no registry is configured: payloads were not looked at"}, nil
	}
	registry, close, err := OpenRegistry(ctx, cfg)
	if err != nil {
		return nil, nil, nil, err
	}
	source, err := callable(cfg, registry)
	if err != nil {
		return nil, nil, nil, errors.Join(err, close())
	}
	return source, close, nil, nil
}

// refuseUnknown refuses a ref that leads to no schema.
func refuseUnknown(ctx context.Context, source evctl.Source, ref evctl.SchemaRef) error {
	if source == nil || ref.Subject == "" {
		return nil
	}
	_, err := source.Get(ctx, ref)
	if !errors.Is(err, evctl.ErrNotFound) {
		return err
	}
	versions, listing := source.Versions(ctx, ref.Subject)
	if listing != nil && !errors.Is(listing, evctl.ErrNotFound) {
		return listing
	}
	var known []string
	for _, v := range versions {
		known = append(known, strconv.Itoa(v.Version))
	}
	if len(known) == 0 {
		return &UsageError{err, "evctl registry ls lists subjects and versions"}
	}
	return &UsageError{err, fmt.Sprintf("versions of %s are %s", ref.Subject, strings.Join(known, ", "))}
}

// counts are the numbers of a summary that are not zero, and the events.
func counts(s envelope.Summary) map[string]int {
	all := map[string]int{"invalid": s.Invalid, "unchecked": s.Unchecked, "redelivered": s.Redelivered, "aggregates": s.Aggregates, "unregistered": s.Unregistered}
	for name, n := range all {
		if n == 0 {
			delete(all, name)
		}
	}
	all["events"] = s.Events
	return all
}

// remarks say what the bounds of memory have left out.
func remarks(s envelope.Summary, left int) []string {
	var notes []string
	add := func(n int, format string, args ...any) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, append([]any{n}, args...)...))
		}
	}
	add(left, "findings left out: %d; a report holds %d of each severity", MaxFindings)
	add(s.Unverified, "%d events came again that the window of %d recent ids no longer holds: re-deliveries or conflicts, nobody knows", s.Window)
	add(s.Untracked, "events of further aggregates, whose order was not looked at: %d")
	add(s.Unordered, "events without what their order is judged by: %d")
	return notes
}
