package inventory

import (
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/exposition"
)

// The metrics behind the success metrics, as the RFC's appendix names them.
const (
	duplicatesTotal = "dup_detector_suspected_duplicates_total"
	unknownTotal    = "ops_unknown_outcome_total"
	retryRatio      = "rpc_retry_ratio"
)

// measures reads the numbers in the metrics text that a contract names; none if
// it names no file, or the file cannot be read, which the gate has said.
func (s *source) measures(of *service.Contract) []dashboard.Measure {
	if of.Spec.Metrics.File == "" {
		return nil
	}
	file := path.Join(path.Dir(of.File), of.Spec.Metrics.File)
	info, err := fs.Stat(s.files, file)
	if err != nil || info.Size() > exposition.MaxBytes {
		return nil
	}
	text, err := fs.ReadFile(s.files, file)
	if err != nil {
		return nil
	}
	sums := sums{values: map[string]float64{}, operations: plainName(of.Spec.Metrics.OperationsTotal)}
	if exposition.Samples(file, text, sums.add) != nil {
		return nil
	}
	var out []dashboard.Measure
	for _, name := range []string{dashboard.Duplicates, dashboard.Unknown, dashboard.Operations} {
		if value, ok := sums.values[name]; ok {
			out = append(out, dashboard.Measure{Repository: s.name, Service: of.Metadata.Name, Name: name, Value: value})
		}
	}
	for _, edge := range sums.edges {
		edge.Repository, edge.Service = s.name, of.Metadata.Name
		out = append(out, edge)
	}
	return out
}

// sums adds up samples by measure; ratios are kept apart by edge.
type sums struct {
	operations string // the name of the metric that counts operations; may be empty
	values     map[string]float64
	edges      []dashboard.Measure
}

func (s *sums) add(sample exposition.Sample) {
	if math.IsNaN(sample.Value) || math.IsInf(sample.Value, 0) {
		return
	}
	name := plainName(sample.Name)
	switch {
	case isMetric(name, duplicatesTotal):
		s.values[dashboard.Duplicates] += sample.Value
	case isMetric(name, unknownTotal):
		if olderThanDay(sample.Labels["age_bucket"]) {
			s.values[dashboard.Unknown] += sample.Value
		}
	case s.operations != "" && name == s.operations:
		s.values[dashboard.Operations] += sample.Value
	case isMetric(name, retryRatio):
		s.edges = append(s.edges, dashboard.Measure{Name: dashboard.RetryRatio, Edge: edge(sample.Labels), Value: sample.Value})
	}
}

// plainName is a metric's name with the characters that OpenTelemetry allows
// and Prometheus does not replaced.
func plainName(name string) string { return strings.ReplaceAll(name, ".", "_") }

// isMetric compares a name, perhaps with a namespace before it.
func isMetric(name, want string) bool { return name == want || strings.HasSuffix(name, "_"+want) }

func edge(labels map[string]string) string {
	parts := []string{labels["caller"], labels["callee"]}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " → ")
}

// olderThanDay reports whether a bucket of ages holds only what is older than a
// day: it names a lower bound (>24h, 24h+, gt_24h, 1d-7d) of at least that.
func olderThanDay(bucket string) bool {
	start := strings.IndexAny(bucket, "0123456789")
	if start < 0 {
		return false
	}
	end := start
	for end < len(bucket) && bucket[end] >= '0' && bucket[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(bucket[start:end])
	hours := map[byte]int{'h': 1, 'd': 24, 'w': 7 * 24}
	if err != nil || end == len(bucket) || hours[bucket[end]] == 0 || n > 1_000_000 || n*hours[bucket[end]] < 24 {
		return false
	}
	before, after := strings.ToLower(bucket[:start]), bucket[end+1:]
	lower := strings.ContainsAny(before, ">≥") || strings.Contains(before, "gt") || strings.Contains(before, "over") || strings.Contains(before, "older")
	return lower || before == "" && (strings.HasPrefix(after, "+") || strings.HasPrefix(after, "-") || strings.HasPrefix(after, "_"))
}
