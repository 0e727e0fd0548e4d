package service

import (
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A Report is what a tool says of the service's code in one run of a SARIF 2.1.0
// log (OASIS), for services in languages that evctl does not read.
type Report struct {
	File    string // relative to the repository's root
	Tool    string
	Looked  []string // rules that the tool declares: without a result, it found nothing
	Results []Result
}

// A Result is what a tool found and nothing suppresses.
type Result struct {
	Rule     string
	Message  string
	Position evctl.Position // or that of the result in the log, if it names no file
}

// Reported returns what tools found under one of the rules' names, and whether
// any of them looked for it.
func (s *Service) Reported(rules ...string) (found []Result, looked bool) {
	for _, r := range s.Reports {
		for _, rule := range rules {
			looked = looked || slices.Contains(r.Looked, rule)
		}
		for _, result := range r.Results {
			if slices.Contains(rules, result.Rule) {
				found = append(found, result)
			}
		}
	}
	return found, looked
}

func (s *Service) loadEvidence() error {
	for i, name := range s.Spec.Evidence {
		text, err := s.read(name, "spec", "evidence", i)
		if err != nil {
			return err
		}
		if text == nil {
			continue
		}
		doc, err := jsondoc.Parse(s.resolve(name), text)
		if err != nil {
			s.unreadable(err)
			continue
		}
		s.readSARIF(doc)
	}
	return nil
}

func (s *Service) readSARIF(doc *jsondoc.Document) {
	wrong := func(pointer, message string, args ...any) {
		at := doc.PositionOf(pointer)
		s.fault(Unreadable, at.File, at, message, args...)
	}
	version, runs := doc.Root.TextOf("version"), doc.Root.Get("runs")
	switch {
	case version != "2.1.0":
		wrong("/version", "this is no SARIF log of version 2.1.0: version is %q", version)
		return
	case runs == nil || runs.Kind != jsondoc.Array || len(runs.Items) == 0:
		wrong("/runs", "the SARIF log holds no run")
		return
	}
	for _, run := range runs.Items {
		if failed(run) {
			at := doc.Position(run.Start, run.End)
			s.fault(Unreadable, at.File, at, "the tool says that it did not run to its end: executionSuccessful is false")
			continue
		}
		s.Reports = append(s.Reports, s.report(doc, run))
	}
}

func failed(run *jsondoc.Node) bool {
	return slices.ContainsFunc(run.ItemsOf("invocations"), func(i *jsondoc.Node) bool {
		done := i.Get("executionSuccessful")
		return done != nil && done.Kind == jsondoc.Bool && !done.Bool
	})
}

func (s *Service) report(doc *jsondoc.Document, run *jsondoc.Node) Report {
	driver := run.Get("tool").Get("driver")
	r := Report{File: doc.File, Tool: driver.TextOf("name")}
	for _, rule := range driver.ItemsOf("rules") {
		r.Looked = append(r.Looked, rule.TextOf("id"))
	}
	for _, result := range run.ItemsOf("results") {
		kind, level := result.TextOf("kind"), result.TextOf("level")
		if kind != "" && kind != "fail" || level == "none" || len(result.ItemsOf("suppressions")) > 0 {
			continue
		}
		message, _, _ := strings.Cut(result.Get("message").TextOf("text"), "\n")
		r.Results = append(r.Results, Result{Rule: result.TextOf("ruleId"), Message: message, Position: s.place(doc, result)})
	}
	return r
}

// place returns where a result is: files of tools are relative to the folder of
// the contract unless they name the root of the repository as their base.
func (s *Service) place(doc *jsondoc.Document, result *jsondoc.Node) evctl.Position {
	for _, location := range result.ItemsOf("locations") {
		physical := location.Get("physicalLocation")
		artifact, region := physical.Get("artifactLocation"), physical.Get("region")
		uri, err := url.Parse(artifact.TextOf("uri"))
		if err != nil || uri.Path == "" || uri.Scheme != "" {
			continue
		}
		file := path.Join(path.Dir(s.File), uri.Path)
		if artifact.TextOf("uriBaseId") == "%SRCROOT%" {
			file = path.Clean(uri.Path)
		}
		if !fs.ValidPath(file) {
			continue
		}
		return evctl.Position{File: file, Line: number(region, "startLine"), Column: number(region, "startColumn")}
	}
	return doc.Position(result.Start, result.End)
}

// number returns a line or column, or 0.
func number(n *jsondoc.Node, name string) int {
	if i := n.Get(name); i != nil && i.Kind == jsondoc.Number {
		value, _ := strconv.Atoi(i.Text) // what is no whole number is no place
		return max(value, 0)
	}
	return 0
}
