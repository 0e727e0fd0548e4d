package report

import (
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// JUnit writes the report as JUnit XML in the dialect of Jenkins (junit-10.xsd
// of its xUnit plugin), which GitLab and others read too: a suite for each
// family, a case for each finding. A finding that fails the run (style.Fails)
// is a failure, one that is waived is skipped, and any other passes and says in
// its output what it is. A family without findings is one case: passed if it
// was looked at, skipped if it was not.
func JUnit(w io.Writer, r *Report, style Style) error {
	fails := style.Fails
	if fails == nil {
		fails = func(s evctl.Severity) bool { return s >= evctl.Error }
	}
	all := junitSuites{Name: "evctl"}
	for _, f := range withFindings(r) {
		suite := junitSuite{Name: f.Name}
		for _, finding := range r.Findings {
			if family(finding) == f.Name {
				suite.add(junitFinding(finding, fails))
			}
		}
		if len(suite.Cases) == 0 {
			suite.add(junitFamily(f))
		}
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

// withFindings returns the families of the run, and those that only findings name.
func withFindings(r *Report) []Family {
	families := slices.Clone(r.Families)
	for _, f := range r.Findings {
		if !slices.ContainsFunc(families, func(known Family) bool { return known.Name == family(f) }) {
			families = append(families, Family{Name: family(f), State: LookedAt})
		}
	}
	return families
}

func family(f evctl.Finding) string {
	name, _, _ := strings.Cut(f.Rule, "/")
	return name
}

func junitFinding(f evctl.Finding, fails func(evctl.Severity) bool) junitCase {
	// no wording and no line: viewers compare runs by class and name
	place := cmp.Or(strings.TrimSuffix(f.Subject+"#"+f.Path, "#"), f.Position.File)
	name := strings.Join([]string{place, strings.ToLower(string(f.Direction)), f.ID()}, " ")
	c := junitCase{Class: f.Rule, Name: clean(strings.Join(strings.Fields(name), " "))}
	text := f.Severity.String() + ": " + told(f)
	if at := clean(pointAt(f.Position)); at != "" {
		text = at + ": " + text
	}
	switch {
	case f.Waived():
		c.Skipped = &junitOutcome{Message: clean(justification(f)), Text: text}
	case fails(f.Severity):
		c.Failure = &junitOutcome{Type: f.Severity.String(), Message: clean(f.Message), Text: text}
	default:
		c.Output = text
	}
	return c
}

func junitFamily(f Family) junitCase {
	about := clean(lookedAt(f))
	if f.State == NotLookedAt || f.State == NotConfigured {
		return junitCase{Class: f.Name, Name: strings.ReplaceAll(string(f.State), "-", " "), Skipped: &junitOutcome{Message: about}}
	}
	return junitCase{Class: f.Name, Name: "no findings", Output: about}
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"` // none: a run that cannot judge writes no report
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitOutcome `xml:"failure"`
	Skipped *junitOutcome `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
}
