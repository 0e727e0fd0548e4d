package dashboard_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/dashboard/sample"
)

func pageOf(t *testing.T, d dashboard.Dashboard) string {
	t.Helper()
	var b bytes.Buffer
	if err := dashboard.HTML(&b, &d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The policy allows the page's own style and script by their digests, and
// nothing else: whatever is between the tags must have them.
func TestThePolicyFitsThePage(t *testing.T) {
	page := pageOf(t, sample.Fleet(2, 9))
	policy := html.UnescapeString(regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	for tag, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		found := regexp.MustCompile(fmt.Sprintf(`(?s)<%s>(.*?)</%s>`, tag, tag)).FindAllStringSubmatch(page, -1)
		if len(found) != 1 {
			t.Fatalf("%d elements %s, want one", len(found), tag)
		}
		digest := sha256.Sum256([]byte(found[0][1]))
		if want := directive + " 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy is %q, want %s in it", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("the policy is %q, want nothing allowed by default", policy)
	}
	for _, leak := range []string{"unsafe-", " style=", " onclick", " onload", "javascript:", "<link", "<img", "@import", "url(", "fetch(", "XMLHttpRequest"} {
		if strings.Contains(page, leak) {
			t.Errorf("the page holds %s", leak)
		}
	}
}

// Hostile text is text, wherever it stands.
func TestHostileTextIsEscaped(t *testing.T) {
	for _, evil := range []string{`"><script>alert(1)</script>`, `' onmouseover='alert(1)`, `</style><img src=x onerror=alert(1)>`, "javascript:alert(1)", "{{.Tool}}", "a\x00b\u202Ec"} {
		two := 2
		d := dashboard.Join("evctl "+evil, "2026-11-30", dashboard.Dashboard{
			Repositories: []dashboard.Repository{{Name: evil, Commit: evil, From: evil, Notes: []string{evil}, Unjudged: evil}},
			Exceptions:   []dashboard.Exception{{Repository: evil, ID: evil, Rules: []string{evil}, Covers: evil, Reason: evil, Owner: evil, Approver: evil, URL: evil, Decision: evil, Filed: "2026-11-01", Expires: "2026-12-01", Took: &two}},
			Debt:         []dashboard.Debt{{Repository: evil, Rule: evil, Subject: evil, Owner: evil, Since: "2026-01-01"}},
			Services:     []dashboard.Service{{Repository: evil, Name: evil, Owner: evil, Verdicts: []dashboard.Verdict{{Clause: evil, Outcome: dashboard.Outcome(evil), Why: evil}}}},
			Measures:     []dashboard.Measure{{Repository: evil, Service: evil, Name: dashboard.RetryRatio, Edge: evil, Value: 1}},
			Subjects:     []dashboard.Subject{{Repository: evil, Name: evil, Format: evil, Owner: evil, Mode: evil, Deprecated: evil, Changed: "2026-01-01"}},
			Consumers:    []dashboard.Consumer{{Repository: evil, Service: evil, Subject: evil, Versions: []int{1}, Reads: []string{evil}}},
			Events:       []dashboard.Event{{Repository: evil, Exception: evil, Step: evil, Day: "2026-11-01", By: evil, Commit: evil}},
		})
		page := pageOf(t, d)
		for _, markup := range []string{"<script>alert", "<img", "onmouseover='", `href="javascript`} {
			if strings.Contains(page, markup) {
				t.Errorf("%q became markup %s", evil, markup)
			}
		}
		if strings.Count(page, "<script>") != 1 || strings.Count(page, "</style>") != 1 {
			t.Errorf("%q changed the number of scripts or styles", evil)
		}
		for _, name := range dashboard.Formats() {
			write, _ := dashboard.Lookup(name)
			if err := write(&bytes.Buffer{}, &d); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// What a screen reader needs: every table has a caption and headings with a
// scope, every picture a name or no say, every region that scrolls a name and a
// place in the order of the keyboard.
func TestThePageCanBeHeard(t *testing.T) {
	page := pageOf(t, sample.Fleet(3, 20))
	count := func(pattern string) int { return len(regexp.MustCompile(pattern).FindAllString(page, -1)) }
	for what, numbers := range map[string][2]int{
		"tables with captions":     {count(`<table`), count(`<caption`)},
		"headings with a scope":    {count(`<th[ >]`), count(`<th scope="(row|col)"`)},
		"pictures with a part":     {count(`<svg`), count(`<svg[^>]*(role="img" aria-labelledby|aria-hidden="true")`)},
		"pictures with a name":     {count(`role="img"`), count(`<title id=`)},
		"pictures with words":      {count(`role="img"`), count(`<desc id=`)},
		"regions with a name":      {count(`class="scroll"`), count(`class="scroll" role="region" aria-label="[^"]+" tabindex="0"`)},
		"sections with a headline": {count(`<section`), count(`<h2`)},
		"one of each landmark":     {3, count(`<main`) + count(`<header`) + count(`<nav`)},
		"a live region":            {1, count(`aria-live="polite"`)},
		"labels of inputs":         {count(`<input`), count(`<label`)},
	} {
		if numbers[0] != numbers[1] || numbers[0] == 0 {
			t.Errorf("%s: %d of %d", what, numbers[1], numbers[0])
		}
	}
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if ids[id[1]] {
			t.Errorf("id %s stands twice", id[1])
		}
		ids[id[1]] = true
	}
	for _, ref := range regexp.MustCompile(`(?:aria-labelledby|for|href)="#?([^"]+)"`).FindAllStringSubmatch(page, -1) {
		for id := range strings.FieldsSeq(ref[1]) {
			if !ids[id] {
				t.Errorf("nothing has the id %s", id)
			}
		}
	}
}
