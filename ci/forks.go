package ci

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
)

// Forks compares two dumps of one stream and reports the versions of aggregates
// that differ.
func Forks(ctx context.Context, cfg *config.Config, first, second Events) (out report.Report, err error) {
	if err := cfg.ResolveRules(Rules()); err != nil {
		return report.Report{}, &UsageError{Err: err}
	}
	there, err := unpacked(first)
	if err != nil {
		return report.Report{}, err
	}
	defer func() { err = errors.Join(err, there.Close()) }()
	here, err := unpacked(second)
	if err != nil {
		return report.Report{}, err
	}
	defer func() { err = errors.Join(err, here.Close()) }()
	checker := envelope.NewChecker(nil, envelope.Options{MaxBytes: cfg.Envelope.MaxBytes, Rules: cfg.Rules})
	var found collection
	sum, err := checker.Forks(ctx, envelope.Dump{Name: first.Name, Read: there}, envelope.Dump{Name: second.Name, Read: here}, found.add)
	if err != nil {
		return report.Report{}, fmt.Errorf("compare %s with %s: %w", second.Name, first.Name, err)
	}
	family := report.Family{Name: "envelope", State: report.LookedAt, Counts: map[string]int{"events": sum.Events, "aggregate-versions": sum.Both, "forks": sum.Forks}}
	out = report.New("", report.Against{Kind: "none", Policy: string(cfg.Semantics.Policy)}, []report.Family{family}, found.findings)
	out.Notes = forkRemarks(sum, found.left)
	return out, nil
}

// A dump is a file, and what it holds unpacked.
type dump struct {
	io.ReadCloser
	file io.Closer
}

func (d dump) Close() error { return errors.Join(d.ReadCloser.Close(), d.file.Close()) }

func unpacked(in Events) (io.ReadCloser, error) {
	if ext := formatExt(in.Name); isMessages(ext) || ext == ".parquet" {
		return nil, &UsageError{fmt.Errorf("%s: dumps of Protobuf messages and Parquet files are not compared", in.Name), "export both as NDJSON"}
	}
	file, err := in.Open()
	if err != nil {
		return nil, err
	}
	r, err := records.Open(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", in.Name, err), file.Close())
	}
	return dump{r, file}, nil
}

// forkRemarks say what was not compared.
func forkRemarks(s envelope.ForkSummary, left int) []string {
	var notes []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{s.Unordered, "events lack what they are compared by: run evctl validate on each dump"},
		{s.Untracked, "events are beyond the limit of what is remembered, and were not compared"},
		{left + s.Unreported, "forks were left out of this report"},
	} {
		if part.n > 0 {
			notes = append(notes, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	return notes
}
