package report

import (
	"cmp"
	"fmt"
	"io"

	"github.com/evctl/evctl"
)

// GitLab writes a Code Quality report, the artifact codequality of a GitLab
// job (docs.gitlab.com/ci/testing/code_quality, "Code Quality report format").
// Findings that are waived are left out. GitLab wants a file for each; a finding
// without one names its subject in its place.
func GitLab(w io.Writer, r *Report, _ Style) error {
	issues := []gitlabIssue{}
	seen := map[string]int{}
	for _, f := range r.Findings {
		if f.Waived() {
			continue
		}
		id := f.ID()
		if seen[id]++; seen[id] > 1 { // GitLab shows one issue a fingerprint
			id = fmt.Sprintf("%s-%d", id, seen[id])
		}
		issues = append(issues, gitlabIssue{
			Description: clean(gitlabDescription(f)), CheckName: f.Rule, Fingerprint: id, Severity: gitlabSeverity(f.Severity),
			Location: gitlabLocation{
				Path:  cmp.Or(f.Position.File, f.Subject, f.Rule),
				Lines: gitlabLines{Begin: max(1, f.Position.Line), End: f.Position.EndLine},
			},
		})
	}
	return encode(w, issues)
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end,omitempty"`
}

// gitlabDescription is all that a merge request shows of a finding.
func gitlabDescription(f evctl.Finding) string {
	text := f.Message
	if b := breaks(f); b != "" {
		text += "; " + b
	}
	if len(f.Consumers) > 0 {
		text += "; hits " + hits(f)
	}
	return text
}

func gitlabSeverity(s evctl.Severity) string {
	switch s {
	case evctl.Error:
		return "critical"
	case evctl.Warning:
		return "minor"
	}
	return "info"
}
