package git

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Revision is a file as one commit left it.
type Revision struct {
	Commit string
	Path   string // at that commit
	Blob   string // object id of the contents, for Blob
	Time   time.Time
	Author string // the name, through .mailmap
}

// maxRenames bounds how many names one file's history is followed through.
const maxRenames = 50

// FirstParentHistory returns the revisions of a file on the first-parent
// history of ref, oldest first, through renames. With since (a ref, which need
// not be on that history), the first revision is the file as of since. Where a
// shallow clone cuts the history off, the error is an *Error about History.
func (r *Repo) FirstParentHistory(ctx context.Context, ref, path, since string) ([]Revision, error) {
	tip, err := r.Resolve(ctx, ref)
	if err != nil {
		return nil, err
	}
	stop := ""
	if since != "" {
		if stop, err = r.Resolve(ctx, since); err != nil {
			return nil, err
		}
	}
	var newestFirst []Revision
	for range maxRenames {
		steps, err := r.log(ctx, tip, path, stop)
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			if s.status != 'D' {
				newestFirst = append(newestFirst, s.Revision)
			}
		}
		if len(steps) == 0 || steps[len(steps)-1].status != 'A' {
			break
		}
		first := steps[len(steps)-1]
		if r.cutAt(first.Commit) {
			return nil, &Error{History, "the shallow clone does not hold the whole history of " + path, "git fetch --unshallow, or fetch-depth: 0 in actions/checkout"}
		}
		from, err := r.renamedFrom(ctx, first)
		if err != nil {
			return nil, err
		}
		if from == "" {
			break
		}
		tip, path = first.parent, from
	}
	if stop != "" {
		first, ok, err := r.revisionAt(ctx, stop, path)
		if err != nil {
			return nil, err
		}
		if ok {
			newestFirst = append(newestFirst, first)
		}
	}
	slices.Reverse(newestFirst)
	return newestFirst, nil
}

type step struct {
	Revision
	parent string // first parent; empty for a root
	status byte   // A, M, T or D
}

// logged names what one call of log is about.
type logged struct{ tip, path, stop string }

// log lists the commits that touched the path, newest first.
func (r *Repo) log(ctx context.Context, tip, path, stop string) ([]step, error) {
	if steps, ok := r.logs.Load(logged{tip, path, stop}); ok {
		return steps.([]step), nil
	}
	out, err := r.run(ctx, append(logArgs(tip, stop), "--", path)...)
	if err != nil {
		return nil, failure("read the history of "+path, err)
	}
	steps, err := parseLog(out)
	for i := range steps {
		steps[i].Path = path
	}
	return steps, err
}

func logArgs(tip, stop string) []string {
	args := []string{"log", "--first-parent", "-m", "--raw", "--no-abbrev", "--no-renames", "--no-color", "--format=%x00%H %ct %P%x00%aN%x00", tip}
	if stop != "" {
		args = append(args, "^"+stop)
	}
	return args
}

// parseLog reads a step for each path that a commit touched; git quotes unusual
// ones.
func parseLog(out []byte) ([]step, error) {
	var steps []step
	parts := bytes.Split(out, []byte{0}) // a name cannot hold a NUL
	for i := 1; i+2 < len(parts); i += 3 {
		fields := strings.Fields(string(parts[i]))
		if len(fields) < 2 {
			continue
		}
		seconds, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git: time of commit %s: %w", fields[0], err)
		}
		s := step{Revision: Revision{Commit: fields[0], Time: time.Unix(seconds, 0).UTC(), Author: string(parts[i+1])}}
		if len(fields) > 2 {
			s.parent = fields[2]
		}
		for line := range strings.Lines(string(parts[i+2])) {
			change, path, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t") // :mode mode old new status
			columns := strings.Fields(change)
			if !ok || len(columns) < 5 {
				continue
			}
			s.Path, s.Blob, s.status = path, columns[3], columns[4][0]
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// ReadHistories reads the histories of many files by running git once; calls of
// FirstParentHistory with the same ref and since then find them read.
func (r *Repo) ReadHistories(ctx context.Context, ref string, paths []string, since string) error {
	tip, err := r.Resolve(ctx, ref)
	if err != nil {
		return err
	}
	stop := ""
	if since != "" {
		if stop, err = r.Resolve(ctx, since); err != nil {
			return err
		}
	}
	cmd := r.command(ctx, append(logArgs(tip, stop), "--stdin")...)
	cmd.Stdin = strings.NewReader("--\n" + strings.Join(paths, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		return failure("read the history of "+strconv.Itoa(len(paths))+" files", err)
	}
	steps, err := parseLog(out)
	if err != nil {
		return err
	}
	byPath := map[string][]step{}
	for _, s := range steps {
		byPath[s.Path] = append(byPath[s.Path], s)
	}
	for _, path := range paths {
		if isPlain(path) {
			r.logs.Store(logged{tip, path, stop}, byPath[path])
		}
	}
	return nil
}

// isPlain reports whether git writes a path as it is.
func isPlain(path string) bool {
	return strings.IndexFunc(path, func(c rune) bool { return c < ' ' || c == '"' || c == '\\' || c == 0x7f }) < 0
}

// renamedFrom returns the path that a commit renamed to the one it added.
func (r *Repo) renamedFrom(ctx context.Context, added step) (string, error) {
	if added.parent == "" {
		return "", nil
	}
	out, err := r.run(ctx, "diff-tree", "-r", "-M", "--raw", "-z", "--no-abbrev", "--diff-filter=R", added.parent, added.Commit, "--")
	if err != nil {
		return "", failure("look for renames in "+added.Commit, err)
	}
	for _, change := range parseRaw(string(out)) {
		if change.Kind == Renamed && change.Path == added.Path {
			return change.Old, nil
		}
	}
	return "", nil
}

func (r *Repo) revisionAt(ctx context.Context, commit, path string) (Revision, bool, error) {
	tree, err := r.Tree(ctx, commit, path)
	if err != nil {
		return Revision{}, false, err
	}
	blob, ok := tree.Blob(path)
	if !ok {
		return Revision{}, false, nil
	}
	line, err := r.line(ctx, "show", "-s", "--format=%ct %aN", commit, "--")
	if err != nil {
		return Revision{}, false, failure("read the time of "+commit, err)
	}
	seconds, author, _ := strings.Cut(line, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	return Revision{Commit: commit, Path: path, Blob: blob, Time: time.Unix(unix, 0).UTC(), Author: author}, true, err
}
