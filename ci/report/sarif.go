package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/rulepage"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes a log in the Static Analysis Results Interchange Format 2.1.0
// (OASIS) with one run. Waived findings are results with a suppression. Columns
// count characters, for which it reads style.Source; rules that style.Rules
// does not hold appear by their id alone.
func SARIF(w io.Writer, r *Report, style Style) error {
	s := sarif{excerpts: excerpts{source: style.Source}, rules: sarifRules(r.Findings, style.Rules), seen: map[string]int{}}
	results := []sarifResult{}
	for _, f := range r.Findings {
		results = append(results, s.result(f))
	}
	name, version, _ := strings.Cut(r.Tool, " ")
	log := sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{{
		Tool: sarifTool{Driver: sarifDriver{
			Name: name, Version: version, InformationURI: "https://github.com/evctl/evctl", Rules: s.rules,
		}},
		Invocations:        []sarifInvocation{{ExecutionSuccessful: true}},
		AutomationDetails:  sarifAutomation{ID: "evctl/"},
		OriginalURIBaseIDs: map[string]sarifMessageOnly{srcRoot: {Description: sarifText{Text: "the root of the repository"}}},
		ColumnKind:         "unicodeCodePoints",
		Results:            results,
	}}}
	return encode(w, log)
}

type sarif struct {
	excerpts excerpts
	rules    []sarifRule
	seen     map[string]int // fingerprints written so far
}

// sarifRules describes the rules that findings name, by id.
func sarifRules(findings []evctl.Finding, known []evctl.Rule) []sarifRule {
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.Rule)
	}
	slices.Sort(ids)
	rules := []sarifRule{}
	for _, id := range slices.Compact(ids) {
		rule := sarifRule{ID: id}
		if i := slices.IndexFunc(known, func(r evctl.Rule) bool { return r.ID == id }); i >= 0 {
			page := rulepage.Render(known[i])
			rule.ShortDescription = &sarifText{Text: known[i].Summary()}
			rule.HelpURI = RuleURL(id)
			rule.Help = &sarifText{Text: page, Markdown: page}
			rule.DefaultConfiguration = &sarifConfiguration{Level: sarifLevel(known[i].Severity)}
			rule.Properties = &sarifProperties{Tags: []string{known[i].Family()}}
		}
		rules = append(rules, rule)
	}
	return rules
}

func (s *sarif) result(f evctl.Finding) sarifResult {
	id := f.ID()
	s.seen[id]++
	result := sarifResult{
		RuleID:    f.Rule,
		RuleIndex: slices.IndexFunc(s.rules, func(r sarifRule) bool { return r.ID == f.Rule }),
		Level:     sarifLevel(f.Severity),
		Message:   sarifText{Text: told(f)},
		Locations: s.locations(f),
		PartialFingerprints: map[string]string{
			"evctl/v1": id,
			// the one name that GitHub reads; its form is hash:occurrence
			"primaryLocationLineHash": fmt.Sprintf("%s:%d", id, s.seen[id]),
		},
		Suppressions: suppressions(f),
		Properties: &sarifProperties{
			Subject: f.Subject, Direction: f.Direction, Breaks: f.Breaks, Sides: f.Sides, Consumers: f.Consumers, Witness: f.Witness,
		},
	}
	if o := f.Old; o != nil && o.File != "" {
		message := "as it was"
		if o.Version > 0 {
			message = fmt.Sprintf("as it was in version %d", o.Version)
		}
		result.RelatedLocations = append(result.RelatedLocations, s.related(0, o.Position, message))
	}
	for _, r := range f.Related {
		result.RelatedLocations = append(result.RelatedLocations, s.related(len(result.RelatedLocations), r.Position, r.Message))
	}
	result.CodeFlows = s.codeFlows(f.Related)
	return result
}

// codeFlows returns the calls among the related places as the one way through
// the code that they are, or nothing.
func (s *sarif) codeFlows(places []evctl.Related) []sarifCodeFlow {
	var calls []sarifCall
	for _, p := range places {
		if p.Depth > 0 {
			at := sarifLocation{PhysicalLocation: s.physical(p.Position), Message: &sarifText{Text: p.Message}}
			calls = append(calls, sarifCall{Location: at, NestingLevel: p.Depth - 1})
		}
	}
	if calls == nil {
		return nil
	}
	return []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{{Locations: calls}}}}
}

func (s *sarif) locations(f evctl.Finding) []sarifLocation {
	l := sarifLocation{PhysicalLocation: s.physical(f.Position)}
	if f.Subject != "" {
		l.LogicalLocations = []sarifLogical{{FullyQualifiedName: strings.TrimSuffix(f.Subject+"#"+f.Path, "#")}}
	}
	if l.PhysicalLocation == nil && l.LogicalLocations == nil {
		return nil
	}
	return []sarifLocation{l}
}

func (s *sarif) related(id int, p evctl.Position, message string) sarifLocation {
	return sarifLocation{ID: &id, PhysicalLocation: s.physical(p), Message: &sarifText{Text: message}}
}

func (s *sarif) physical(p evctl.Position) *sarifPhysical {
	if p.File == "" {
		return nil
	}
	uri := url.URL{Path: p.File}
	physical := &sarifPhysical{ArtifactLocation: sarifArtifact{URI: uri.String(), URIBaseID: srcRoot}}
	if p.Line > 0 {
		physical.Region = s.region(p)
	}
	return physical
}

// region is the range, or its first line if it has several: code scanning shows
// a result in a pull request only if the request touches every line of it.
func (s *sarif) region(p evctl.Position) *sarifRegion {
	r := &sarifRegion{StartLine: p.Line, StartColumn: s.excerpts.character(p.File, p.Line, p.Column)}
	if p.EndLine <= p.Line {
		r.EndLine, r.EndColumn = p.EndLine, s.excerpts.character(p.File, p.Line, p.EndColumn)
	}
	return r
}

func suppressions(f evctl.Finding) []sarifSuppression {
	if !f.Waived() {
		return nil
	}
	return []sarifSuppression{{Kind: "external", Status: "accepted", Justification: justification(f)}}
}

func justification(f evctl.Finding) string {
	label, text := waiver(f)
	text = label + " " + text
	if f.Exception != nil && f.Exception.Waives && f.Exception.Reason != "" {
		text += ": " + f.Exception.Reason
	}
	return text
}

func sarifLevel(s evctl.Severity) string {
	switch s {
	case evctl.Error:
		return "error"
	case evctl.Warning:
		return "warning"
	case evctl.Info:
		return "note"
	}
	return "none"
}
