// Package templates holds the files that carry evctl into a repository: a
// git hook, GitHub workflows and the composite action they call, a GitLab job.
// `evctl init` writes them through [Hook], [Workflow], [Nightly] and [GitLab].
//
// They are plain files, so that they can be read, linted and copied as they
// are; the package fills in one thing, the ref that pins evctl.
package templates

import (
	_ "embed"
	"strings"
)

var (
	//go:embed hook/pre-commit
	hook string
	//go:embed github/evctl.yml
	workflow string
	//go:embed github/nightly.yml
	nightly string
	//go:embed gitlab/evctl.gitlab-ci.yml
	gitlab string
)

// placeholder stands for the pinned ref in the files.
const placeholder = "@EVCTL_REF@"

// Hook returns a pre-commit hook for git.
func Hook() string { return hook }

// Workflow returns the GitHub workflow for pull requests; ref is the tag or
// commit of evctl that it runs.
func Workflow(ref string) string { return pin(workflow, ref) }

// Nightly returns the GitHub workflow that judges everything every night and
// publishes the dashboard.
func Nightly(ref string) string { return pin(nightly, ref) }

// GitLab returns the jobs to include in .gitlab-ci.yml.
func GitLab(ref string) string { return pin(gitlab, ref) }

func pin(text, ref string) string { return strings.ReplaceAll(text, placeholder, ref) }
