package git

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// target is where a pull or merge request wants to go.
type target struct {
	branch string
	commit string // the branch's commit when the request was last looked at
	source string
}

// requestTarget reads the environment of a CI job, unless the job runs for
// another repository than this one.
func (r *Repo) requestTarget() *target {
	if branch := os.Getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"); branch != "" && r.inside(os.Getenv("CI_PROJECT_DIR")) {
		return &target{branch, os.Getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA"), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"}
	}
	if !r.inside(os.Getenv("GITHUB_WORKSPACE")) {
		return nil
	}
	event := githubEvent(os.Getenv("GITHUB_EVENT_PATH"))
	if branch := os.Getenv("GITHUB_BASE_REF"); branch != "" {
		return &target{branch, event.PullRequest.Base.SHA, "GITHUB_BASE_REF"}
	}
	if group := event.MergeGroup; group.BaseRef != "" {
		return &target{strings.TrimPrefix(group.BaseRef, "refs/heads/"), group.BaseSHA, "GITHUB_EVENT_PATH"}
	}
	return nil
}

func (r *Repo) inside(workspace string) bool {
	if workspace == "" {
		return true
	}
	if path, err := filepath.EvalSymlinks(workspace); err == nil {
		workspace = path
	}
	return within(r.root, workspace)
}

// defaultName returns the default branch that a CI job is told, and by what.
func (r *Repo) defaultName() (name, source string) {
	if name := os.Getenv("CI_DEFAULT_BRANCH"); name != "" && r.inside(os.Getenv("CI_PROJECT_DIR")) {
		return name, "CI_DEFAULT_BRANCH"
	}
	if r.inside(os.Getenv("GITHUB_WORKSPACE")) {
		return githubEvent(os.Getenv("GITHUB_EVENT_PATH")).Repository.DefaultBranch, "GITHUB_EVENT_PATH"
	}
	return "", ""
}

type event struct {
	Repository struct {
		DefaultBranch string `json:"default_branch"`
	} `json:"repository"`
	PullRequest struct {
		Base struct {
			SHA string `json:"sha"`
		} `json:"base"`
	} `json:"pull_request"`
	MergeGroup struct {
		BaseRef string `json:"base_ref"`
		BaseSHA string `json:"base_sha"`
	} `json:"merge_group"`
}

// githubEvent reads the event that started a job. GitHub writes the file; one
// that is missing or unreadable tells nothing.
func githubEvent(path string) event {
	var e event
	if text, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(text, &e)
	}
	return e
}
