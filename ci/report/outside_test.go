package report

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// What schemas and events hold ends up in reports. None of it may become a
// command, a link, mark-up or an escape sequence.
var hostile = []string{
	"a\n::error::b", "a\r::set-output name=x::y", "%0A::error::x", "\x1b]8;;http://evil\x1b\\x\x1b]8;;\x1b\\",
	"<img src=x onerror=alert(1)>", "[x](http://evil)", "@everyone", "```\n# h", "\u202etxt.exe", "a,file=b:c", "\x9b31m", "|x|", "]]>", "\x00\ufffe", "</testcase>", "</details>",
}

func hostileReport() Report {
	var findings []evctl.Finding
	for _, text := range hostile {
		findings = append(findings, evctl.Finding{
			Rule: "compat/field-removed", Severity: evctl.Error, Subject: text, Path: text, Message: text, Key: text,
			Position: evctl.Position{File: text, Line: 1, Column: 1}, Remedy: text,
			Witness: &evctl.Witness{Value: quote(text), Written: text, Read: text, Error: text + "!"},
			Related: []evctl.Related{{Message: text}}, Consumers: []string{text},
		})
	}
	r := New("evctl", Against{Kind: "git", Name: "main"}, []Family{{Name: "compat", State: LookedAt, Note: "\x1b[31m"}}, findings)
	r.Notes = hostile
	return r
}

func quote(text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return quoted
}

func write(t *testing.T, w Writer, r *Report, style Style) string {
	t.Helper()
	var b bytes.Buffer
	if err := w(&b, r, style); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextHoldsNoEscapes(t *testing.T) {
	r := hostileReport()
	text := write(t, Text, &r, Style{Details: true, Verbose: true})
	if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && unsafe(r) }); i >= 0 {
		t.Errorf("text holds %q", text[max(0, i-20):i+20])
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("a line that GitHub takes for a command: %q", line)
		}
	}
}

func TestAnnotationsCannotBeForged(t *testing.T) {
	r := hostileReport()
	for i, line := range strings.Split(strings.TrimSuffix(write(t, GitHub, &r, Style{}), "\n"), "\n") {
		if !strings.HasPrefix(line, "::error ") || strings.Count(line, "title=") != 1 || strings.Count(line, "file=") > 1 && !strings.Contains(line, "%2Cfile=b") {
			t.Errorf("line %d: %q", i, line)
		}
	}
}

func TestMarkdownIsNotMarkedUpFromOutside(t *testing.T) {
	r := hostileReport()
	text := write(t, Markdown, &r, Style{Blob: "https://github.com/a/b/blob/c/"})
	inFence := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			inFence = !inFence
		}
		if !inFence && (strings.Contains(line, "<img") && !strings.Contains(line, "`") || strings.Contains(line, "](http://evil") && !strings.Contains(line, `\]`)) {
			t.Errorf("%q", line)
		}
	}
}

func TestMarkdownIsBounded(t *testing.T) {
	var findings []evctl.Finding
	for i := range 20_000 {
		findings = append(findings, evctl.Finding{Rule: "schema/x", Severity: evctl.Warning, Message: strings.Repeat("m", 100), Subject: strconv.Itoa(i)})
	}
	findings = append(findings, evctl.Finding{Rule: "compat/x", Severity: evctl.Error, Message: "the error", Subject: "z"})
	r := New("evctl", Against{Kind: "none"}, nil, findings)
	r.Notes = []string{strings.Repeat("n", MaxSummary)}
	for limit, w := range map[int]Writer{MaxComment: Markdown, MaxSummary: StepSummary} {
		text := write(t, w, &r, Style{})
		if len(text) > limit {
			t.Errorf("%d bytes, want at most %d", len(text), limit)
		}
		if !strings.Contains(text, "the error") || !strings.Contains(text, "more, which would not fit here") {
			t.Error("want errors first, and a count of what is left out")
		}
	}
}

func TestFilesAreUTF8(t *testing.T) {
	r := hostileReport()
	r.Findings[0].Message = "bad \xff utf8"
	for name, w := range map[string]Writer{"sarif": SARIF, "json": JSON, "gitlab": GitLab, "rdjson": RDJSON, "junit": JUnit} {
		if text := write(t, w, &r, Style{}); strings.ToValidUTF8(text, "") != text {
			t.Errorf("%s is not UTF-8", name)
		}
	}
}
