package conformance

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/verdict"
)

type (
	suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []suite  `xml:"testsuite"`
	}
	suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Cases    []testCase `xml:"testcase"`
	}
	testCase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Error   *outcome `xml:"error,omitempty"`
		Failure *outcome `xml:"failure,omitempty"`
		Skipped *outcome `xml:"skipped,omitempty"`
		Output  string   `xml:"system-out,omitempty"`
	}
	outcome struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a suite for each service and a case for each verdict. What fails
// or cannot be judged is a failure if its severity is error; what is waived,
// not applicable or not configured is skipped, and so is what could not be
// judged otherwise: it must not look like a pass.
func JUnit(w io.Writer, r *Report, style Style) error {
	all := suites{Name: "evctl rfc"}
	for _, s := range r.Services {
		one := suite{Name: report.Clean(s.Name)}
		for _, c := range r.Clauses {
			for _, v := range c.Verdicts {
				if v.Service == s.Name {
					one.add(v, style)
				}
			}
		}
		all.Tests, all.Failures = all.Tests+one.Tests, all.Failures+one.Failures
		all.Suites = append(all.Suites, one)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	}
	return err
}

func (s *suite) add(v verdict.Verdict, style Style) {
	c := testCase{Class: v.Rule, Name: report.Clean(v.Clause + " " + about(v))}
	text := report.Clean(fmt.Sprintf("%s: %s", place(v.Position, style), said(v)))
	s.Tests++
	switch {
	case v.Outcome == verdict.Error:
		s.Errors++
		c.Error = &outcome{text}
	case v.Outcome == verdict.Fail && v.Severity >= evctl.Error, v.Outcome == verdict.Inconclusive && v.Severity >= evctl.Error:
		s.Failures++
		c.Failure = &outcome{text}
	case v.Outcome == verdict.Pass || v.Outcome == verdict.Warn || v.Outcome == verdict.Fail:
		c.Output = string(v.Outcome) + ": " + text
	default:
		s.Skipped++
		c.Skipped = &outcome{string(v.Outcome) + ": " + text}
	}
	s.Cases = append(s.Cases, c)
}
