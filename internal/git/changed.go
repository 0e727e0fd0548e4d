package git

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Kind says what happened to a file.
type Kind byte

// The kinds. A changed mode or type is a modification.
const (
	Modified Kind = 'M'
	Added    Kind = 'A'
	Deleted  Kind = 'D'
	Renamed  Kind = 'R' // perhaps edited as well
)

// A Change is one file that differs.
type Change struct {
	Kind Kind
	Path string
	Old  string // the path before, where it was renamed
}

// Changed returns the files that differ from a commit, by path: those of the
// index if staged, else those of the work tree, with files that are neither
// tracked nor ignored; those of HEAD in a bare repository. An empty commit
// stands for an empty tree. Submodules are left out.
func (r *Repo) Changed(ctx context.Context, commit string, staged bool) ([]Change, error) {
	base, err := r.treeish(ctx, commit)
	if err != nil {
		return nil, err
	}
	args := []string{"diff", "--raw", "-z", "--no-abbrev", "-M", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"}
	switch {
	case r.bare:
		args = append(args, base, "HEAD")
	case staged:
		args = append(args, "--cached", base)
	default:
		args = append(args, base)
	}
	out, err := r.run(ctx, append(args, "--")...)
	if err != nil {
		return nil, failure("compare with "+commit, err)
	}
	changes := parseRaw(string(out))
	if !r.bare && !staged {
		untracked, err := r.run(ctx, "ls-files", "--others", "--exclude-standard", "-z")
		if err != nil {
			return nil, failure("list untracked files", err)
		}
		for path := range strings.SplitSeq(strings.TrimSuffix(string(untracked), "\x00"), "\x00") {
			if path != "" {
				changes = append(changes, Change{Kind: Added, Path: path})
			}
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return changes, nil
}

// treeish returns what git calls the commit's tree; for no commit, the empty
// tree, which every repository knows.
func (r *Repo) treeish(ctx context.Context, commit string) (string, error) {
	if commit != "" {
		return r.Resolve(ctx, commit)
	}
	empty, err := r.line(ctx, "hash-object", "-t", "tree", "--stdin")
	if err != nil {
		return "", failure("name the empty tree", err)
	}
	return empty, nil
}

const submodule = "160000"

// parseRaw reads the output of diff --raw -z.
func parseRaw(out string) []Change {
	var changes []Change
	fields := strings.Split(out, "\x00")
	for len(fields) >= 2 && fields[0] != "" {
		var oldMode, newMode, oldID, newID, status string
		fmt.Sscanf(fields[0], ":%s %s %s %s %s", &oldMode, &newMode, &oldID, &newID, &status)
		change, used := Change{Kind: Modified, Path: fields[1]}, 2
		switch status[:min(1, len(status))] {
		case "A":
			change.Kind = Added
		case "D":
			change.Kind = Deleted
		case "R":
			change, used = Change{Kind: Renamed, Path: fields[2], Old: fields[1]}, 3
		}
		if oldMode != submodule && newMode != submodule {
			changes = append(changes, change)
		}
		fields = fields[used:]
	}
	return changes
}
