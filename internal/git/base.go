package git

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
)

// A Base is what a change is compared with.
type Base struct {
	Ref    string // as one would type it: origin/main, HEAD^
	Commit string // empty if HEAD is the first commit: nothing came before it
	Branch string // the base branch's name: main; empty if only the commit is known
	// OnIt means that HEAD is the base branch itself and Commit its first
	// parent. What is staged or not committed yet compares with HEAD then.
	OnIt   bool
	Source string // what told: an environment variable, origin/HEAD, a branch's name
}

// BaseRef finds the base of the current change: the target of the pull or
// merge request that CI names in its environment (GitHub, GitLab), else the
// default branch as CI or the clone knows it, else main or master.
func (r *Repo) BaseRef(ctx context.Context) (Base, error) {
	head, err := r.Head(ctx)
	if err != nil {
		return Base{}, err
	}
	if target := r.requestTarget(); target != nil {
		return r.targetBase(ctx, target)
	}
	refs, err := r.branches(ctx)
	if err != nil {
		return Base{}, err
	}
	name, source := r.defaultName()
	base, ok := defaultBranch(refs, name, source)
	if !ok {
		return Base{}, noBase(refs, name)
	}
	if refs.current == base.Branch || refs.current == "" && base.Commit == head {
		return r.firstParent(ctx, head, base)
	}
	return base, nil
}

func (r *Repo) targetBase(ctx context.Context, t *target) (Base, error) {
	base := Base{Branch: t.branch, Source: t.source}
	for _, ref := range []string{"origin/" + t.branch, t.commit, t.branch} {
		commit, ok, err := r.lookup(ctx, ref)
		if err != nil {
			return Base{}, err
		}
		if ok && ref != "origin/" {
			base.Ref, base.Commit = ref, commit
			return base, nil
		}
	}
	return Base{}, &Error{BaseBranch, "the clone has no origin/" + t.branch + ", the base that " + t.source + " names", fetchHint("origin/" + t.branch)}
}

// branches are the refs among which the base is looked for.
type branches struct {
	current string            // the branch checked out; empty if HEAD is detached
	commits map[string]string // by short name
	target  string            // what origin/HEAD stands for
}

func (r *Repo) branches(ctx context.Context) (branches, error) {
	b := branches{commits: map[string]string{}}
	out, err := r.run(ctx, "for-each-ref", "--format=%(refname)%00%(objectname)%00%(symref)%00%(HEAD)", "refs/heads", "refs/remotes/origin")
	if err != nil {
		return b, failure("list branches", err)
	}
	for line := range bytes.Lines(out) {
		fields := strings.Split(strings.TrimRight(string(line), "\r\n"), "\x00")
		name := strings.TrimPrefix(strings.TrimPrefix(fields[0], "refs/heads/"), "refs/remotes/")
		b.commits[name] = fields[1]
		r.remember(fields[0], fields[1])
		if name == "origin/HEAD" {
			b.target = strings.TrimPrefix(fields[2], "refs/remotes/")
		}
		if fields[3] == "*" {
			b.current = name
		}
	}
	return b, nil
}

// defaultBranch picks the base among the branches: the one that CI names, or
// one of the usual ones. A repository with only one branch needs no usual name.
func defaultBranch(b branches, name, source string) (Base, bool) {
	candidates := []struct{ ref, source string }{{"origin/" + name, source}, {name, source}}
	if name == "" {
		candidates = []struct{ ref, source string }{
			{b.target, "origin/HEAD"}, {"origin/main", "origin/main"}, {"origin/master", "origin/master"}, {"main", "main"}, {"master", "master"},
		}
		if len(b.commits) == 1 {
			candidates = append(candidates, struct{ ref, source string }{b.current, "the only branch"})
		}
	}
	for _, c := range candidates {
		if commit := b.commits[c.ref]; commit != "" {
			return Base{Ref: c.ref, Commit: commit, Branch: strings.TrimPrefix(c.ref, "origin/"), Source: c.source}, true
		}
	}
	return Base{}, false
}

// noBase says what to fetch, as far as that is known.
func noBase(b branches, name string) *Error {
	switch _, cloned := b.commits["origin/"+b.current]; {
	case name != "":
		return &Error{BaseBranch, "the clone has no origin/" + name + ", the default branch", fetchHint("origin/" + name)}
	case cloned:
		return &Error{BaseBranch, "the clone holds no base branch: neither origin/HEAD nor main nor master", fetchHint("origin/main")}
	}
	return &Error{BaseBranch, "found no base branch: neither origin/HEAD nor main nor master", "git remote set-head origin --auto, or name the base with --against"}
}

func (r *Repo) firstParent(ctx context.Context, head string, base Base) (Base, error) {
	base.OnIt, base.Ref = true, "HEAD^"
	parent, ok, err := r.lookup(ctx, "HEAD^1")
	if err != nil {
		return Base{}, err
	}
	if !ok && r.cutAt(head) {
		return Base{}, &Error{History, "the shallow clone ends at HEAD, so what it changed is not known", "git fetch --deepen=1, or fetch-depth: 2 in actions/checkout"}
	}
	base.Commit = parent
	return base, nil
}

// cutAt reports whether a shallow clone left out the commit's parents.
func (r *Repo) cutAt(commit string) bool {
	if !r.shallow {
		return false
	}
	list, err := os.ReadFile(filepath.Join(r.commonDir, "shallow"))
	return err == nil && bytes.Contains(list, []byte(commit))
}
