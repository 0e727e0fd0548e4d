package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

// reports holds what a writer makes of each golden report, and of one whose
// every text is hostile.
func reports(t *testing.T, format string) map[string][]byte {
	all := map[string][]byte{"hostile": write(t, format, hostile())}
	for name, archive := range archives(t) {
		all[name] = member(t, archive, format)
	}
	return all
}

func write(t *testing.T, format string, r report.Report) []byte {
	writer, ok := report.Lookup(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	var b bytes.Buffer
	if err := writer(&b, &r, report.Style{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// hostile has two findings a text, with one fingerprint, and one without a file.
func hostile() report.Report {
	var findings []evctl.Finding
	for _, text := range []string{"]]>", "</failure></testcase>", "\x00\x1b[31m\ufffe\uffff", "bad \xff utf8", "<!-- ", "&amp;&#0;", "`\n```\n# x", "<img src=x onerror=alert(1)>", "@everyone"} {
		f := evctl.Finding{Rule: "compat/field-removed", Severity: evctl.Error, Subject: text, Path: text, Message: text, Remedy: text,
			Position: evctl.Position{File: "a/" + text, Line: 1}, Witness: &evctl.Witness{Written: text, Read: text},
			Related: []evctl.Related{{Position: evctl.Position{File: "b"}, Message: text}}}
		again := f
		again.Direction = evctl.Forward
		findings = append(findings, f, again, evctl.Finding{Rule: "registry/drift", Severity: evctl.Warning, Message: text, Key: text})
	}
	return report.New("evctl", report.Against{Kind: "none"}, []report.Family{{Name: "lint", State: report.NotLookedAt, Note: "]]>\x01"}}, findings)
}

// Codequality is the report format of docs.gitlab.com/ci/testing/code_quality:
// all of these fields are needed, a path is relative and does not start with
// ./, and fingerprints tell issues apart.
type codequality []struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
			End   int `json:"end"`
		} `json:"lines"`
	} `json:"location"`
}

func TestGitLabReportIsWhatGitLabReads(t *testing.T) {
	severities := []string{"info", "minor", "major", "critical", "blocker"}
	for name, text := range reports(t, "gitlab") {
		var issues codequality
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&issues); err != nil || issues == nil || bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			t.Fatalf("%s: %v", name, err)
		}
		seen := map[string]bool{}
		for _, i := range issues {
			lines := i.Location.Lines
			if i.Description == "" || i.CheckName == "" || i.Fingerprint == "" || seen[i.Fingerprint] ||
				!slices.Contains(severities, i.Severity) || i.Location.Path == "" || path.IsAbs(i.Location.Path) ||
				strings.HasPrefix(i.Location.Path, "./") || lines.Begin < 1 || lines.End != 0 && lines.End < lines.Begin {
				t.Errorf("%s: %+v", name, i)
			}
			seen[i.Fingerprint] = true
		}
		if name == "hostile" && len(issues) != len(hostile().Findings) {
			t.Errorf("%d issues of %d findings", len(issues), len(hostile().Findings))
		}
	}
}

// The schema of reviewdog allows any other member, so that a misspelt one must
// be found by name.
func TestRDJSONIsValid(t *testing.T) {
	text, err := os.ReadFile("../../third_party/reviewdog/DiagnosticResult.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, text)
	for name, result := range reports(t, "rdjson") {
		if err := validate(schema, result); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var value any
		if err := json.Unmarshal(result, &value); err != nil {
			t.Fatal(err)
		}
		for key := range keys(value) {
			if !bytes.Contains(text, []byte(`"`+key+`": {`)) {
				t.Errorf("%s: the schema has no member %q", name, key)
			}
		}
		if validate(schema, bytes.Replace(result, []byte(`"diagnostics": [`), []byte(`"diagnostics": [7,`), 1)) == nil {
			t.Errorf("%s: the schema lets a number pass for a diagnostic", name)
		}
	}
}

// keys are the names of all members of a JSON value.
func keys(value any) map[string]bool {
	all := map[string]bool{}
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for key, item := range v {
				all[key] = true
				walk(item)
			}
		}
	}
	walk(value)
	return all
}

// element is what junit-10.xsd of jenkinsci/xunit-plugin says of an element, as
// far as we write it.
type element struct {
	children, needs, allows string
	text                    bool
}

var junit10 = map[string]element{
	"":           {children: "testsuites"},
	"testsuites": {children: "testsuite", allows: "name time tests failures errors"},
	"testsuite": {children: "testsuite properties testcase system-out system-err", needs: "name tests failures errors",
		allows: "group time skipped timestamp hostname id package file log url"},
	"testcase": {children: "skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err",
		needs: "name", allows: "time classname group"},
	"failure":    {allows: "type message", text: true},
	"error":      {allows: "type message", text: true},
	"skipped":    {allows: "type message", text: true},
	"system-out": {text: true},
}

func TestJUnitFollowsTheSchemaOfJenkins(t *testing.T) {
	for name, text := range reports(t, "junit") {
		if err := checkJUnit(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for from, to := range map[string]string{"<testsuite ": `<testsuite line="1" `, " failures=": " failed=", "</testsuites>": "<testcase/></testsuites>"} {
			if checkJUnit(bytes.Replace(text, []byte(from), []byte(to), 1)) == nil {
				t.Errorf("%s: %s may become %s", name, from, to)
			}
		}
	}
}

func checkJUnit(text []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(text))
	open := []string{""}
	counts := map[string]int{}
	for {
		token, err := dec.Token()
		if err == io.EOF && len(open) == 1 {
			return nil
		} else if err != nil {
			return err
		}
		within := junit10[open[len(open)-1]]
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(strings.Fields(within.children), token.Name.Local) {
				return fmt.Errorf("%s in %s", token.Name.Local, open[len(open)-1])
			}
			if err := checkAttributes(token); err != nil {
				return err
			}
			counts[token.Name.Local]++
			if token.Name.Local == "testsuite" {
				counts = map[string]int{}
				for _, a := range token.Attr {
					n, _ := strconv.Atoi(a.Value)
					counts["want "+a.Name.Local] = n
				}
			}
			open = append(open, token.Name.Local)
		case xml.EndElement:
			if token.Name.Local == "testsuite" && (counts["want tests"] != counts["testcase"] ||
				counts["want failures"] != counts["failure"] || counts["want skipped"] != counts["skipped"]) {
				return fmt.Errorf("a suite counts %v", counts)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if !within.text && strings.TrimSpace(string(token)) != "" {
				return fmt.Errorf("text %q in %s", token, open[len(open)-1])
			}
		}
	}
}

func checkAttributes(start xml.StartElement) error {
	e := junit10[start.Name.Local]
	var names []string
	for _, a := range start.Attr {
		names = append(names, a.Name.Local)
		if !slices.Contains(strings.Fields(e.needs+" "+e.allows), a.Name.Local) {
			return fmt.Errorf("attribute %s of %s", a.Name.Local, start.Name.Local)
		}
	}
	for _, need := range strings.Fields(e.needs) {
		if !slices.Contains(names, need) {
			return fmt.Errorf("no attribute %s of %s", need, start.Name.Local)
		}
	}
	return nil
}
