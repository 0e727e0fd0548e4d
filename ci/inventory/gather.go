package inventory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/dashboard"
)

// Options say how to gather.
type Options struct {
	Dir        string    // what relative paths are relative to; empty means the current directory
	ConfigFile string    // of a repository, instead of the one looked up
	Now        time.Time // what ages and states are as of
	Offline    bool      // leave remote registries out
	Tool       string    // evctl and its version
}

// Gather reads sources: a folder is a repository, a file the JSON of an earlier
// evctl check or evctl report. A source that does not exist, or is neither, is a
// [*ci.UsageError] and nothing is gathered. What exists and cannot be judged is
// part of the dashboard as such, and of the error that comes with it.
func Gather(ctx context.Context, sources []string, o Options) (dashboard.Dashboard, error) {
	var parts []dashboard.Dashboard
	var failures []error
	names := map[string]string{}
	for _, source := range sources {
		part, failure, err := gather(ctx, source, o)
		if err != nil {
			return dashboard.Dashboard{}, err
		}
		if failure != nil {
			failures = append(failures, fmt.Errorf("%s: %w", source, failure))
		}
		for _, r := range part.Repositories {
			if before, twice := names[r.Name]; twice {
				return dashboard.Dashboard{}, &ci.UsageError{Err: fmt.Errorf("both %s and %s are about %s", before, source, r.Name), Hint: "name each repository once"}
			}
			names[r.Name] = source
		}
		parts = append(parts, part)
	}
	return dashboard.Join(o.Tool, dashboard.DayOf(o.Now), parts...), errors.Join(failures...)
}

// gather reads one source. A failure is why a repository was not judged.
func gather(ctx context.Context, source string, o Options) (part dashboard.Dashboard, failure, err error) {
	file := source
	if !filepath.IsAbs(file) {
		file = filepath.Join(o.Dir, file)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return part, nil, &ci.UsageError{Err: fmt.Errorf("read %s: %w", source, cause(err)), Hint: "want a repository's folder, or the JSON of an earlier run"}
	case info.IsDir():
		part, failure, err = repository(ctx, file, o)
		return part, failure, err
	}
	part, err = readRun(source, file)
	return part, nil, err
}

// cause strips what a file error repeats.
func cause(err error) error {
	var failed *os.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// distinct returns a sorted list without repetitions.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
