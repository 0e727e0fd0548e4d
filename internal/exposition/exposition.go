// Package exposition reads metrics in the Prometheus text format (0.0.4 with
// quoted UTF-8 names) and, as far as names and types go, in OpenMetrics, with
// the place of each family. Call [Parse] for the families, [Samples] for the
// values. It scrapes nothing.
package exposition

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evctl/evctl"
)

// MaxBytes bounds one text.
const MaxBytes = 8 << 20

// A Family is what one metric name stands for.
type Family struct {
	Name     string   // as exposed; a quoted one may hold dots
	Type     string   // counter, gauge, histogram, summary, …; untyped where nothing says
	Labels   []string // names, sorted, of all samples
	Samples  int      // 0 where only a TYPE line announces it
	Position evctl.Position
}

// An Error is a text that is not in the format.
type Error struct {
	Position evctl.Position
	Message  string
}

func (e *Error) Error() string { return e.Position.String() + ": " + e.Message }

// A Sample is one value. Escapes in the values of labels stay as they are.
type Sample struct {
	Name   string
	Labels map[string]string
	Value  float64 // may be infinite or no number
}

// Samples visits the values in the order of the text. The error is an [*Error].
func Samples(file string, text []byte, visit func(Sample)) error {
	_, err := parse(reader{file: file, visit: visit}, text)
	return err
}

// Parse returns the families by name. The error is an [*Error].
func Parse(file string, text []byte) ([]Family, error) { return parse(reader{file: file}, text) }

func parse(r reader, text []byte) ([]Family, error) {
	r.families = map[string]*found{}
	r.number = 1
	switch {
	case len(text) > MaxBytes:
		return nil, r.errorf("%d bytes are over the limit of %d for metrics", len(text), MaxBytes)
	case !utf8.Valid(text):
		return nil, r.errorf("found invalid UTF-8")
	}
	r.number = 0
	for line := range bytes.Lines(text) {
		r.number++
		r.line, r.at = strings.TrimRight(string(line), "\r\n"), 0
		if err := r.readLine(); err != nil {
			return nil, err
		}
	}
	out := make([]Family, 0, len(r.families))
	for _, f := range r.families {
		f.Labels = slices.Sorted(maps.Keys(f.labels))
		out = append(out, f.Family)
	}
	slices.SortFunc(out, func(a, b Family) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

type found struct {
	Family
	labels map[string]bool
	typed  bool
}

// family returns the family with a name, a new one placed at this line.
func (r *reader) family(name string) *found {
	f := r.families[name]
	if f == nil {
		f = &found{labels: map[string]bool{}}
		f.Name, f.Type, f.Position = name, "untyped", evctl.Position{File: r.file, Line: r.number, Column: 1}
		r.families[name] = f
	}
	return f
}

// ofSample returns the family that a sample belongs to: histograms, summaries
// and the counters of OpenMetrics give their samples a suffix.
func (r *reader) ofSample(name string) *found {
	for suffix, types := range map[string]string{
		"_bucket": "histogram gaugehistogram", "_count": "histogram gaugehistogram summary", "_sum": "histogram gaugehistogram summary",
		"_total": "counter", "_created": "counter histogram summary", "_info": "info",
	} {
		base, ok := strings.CutSuffix(name, suffix)
		if f := r.families[base]; ok && f != nil && f.typed && slices.Contains(strings.Fields(types), f.Type) {
			return f
		}
	}
	return r.family(name)
}

func (r *reader) errorf(message string, args ...any) error {
	return &Error{evctl.Position{File: r.file, Line: r.number, Column: r.at + 1}, fmt.Sprintf(message, args...)}
}
