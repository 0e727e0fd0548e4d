package git

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// LastChanges returns when each file in or at the paths was last changed on the
// first-parent history of HEAD: the time of the commit, where changes are merged
// the merge. Files that are gone are among them. In a shallow clone, whose
// oldest commit seems to add everything, files that did not change since are
// left out.
func (r *Repo) LastChanges(ctx context.Context, paths ...string) (map[string]time.Time, error) {
	args := append([]string{"log", "--first-parent", "-m", "--name-only", "--no-renames", "-z", "--no-color", "--format=%x01%H %ct%x02", "HEAD", "--"}, paths...)
	out, err := r.run(ctx, args...)
	if err != nil {
		return nil, failure("read when files last changed", err)
	}
	last := map[string]time.Time{}
	for entry := range bytes.SplitSeq(out, []byte{1}) {
		head, names, ok := strings.Cut(string(entry), "\x02")
		commit, at, isHead := strings.Cut(head, " ")
		if !ok || !isHead || r.cutAt(commit) {
			continue
		}
		seconds, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git: time of commit %s: %w", commit, err)
		}
		for name := range strings.SplitSeq(names, "\x00") {
			name = strings.TrimPrefix(name, "\n")
			if _, newer := last[name]; name != "" && !newer {
				last[name] = time.Unix(seconds, 0).UTC()
			}
		}
	}
	return last, nil
}
