//go:build corpus

package lint_test

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A label says of one function in a public repository what a lint has to say of
// it.
type label struct {
	ID, Repo, Commit string
	File             string // relative to the repository
	Line             int    // where a report may point
	FuncLine         int    `json:"func_line"`
	Function         string // Recv.Name, with #closure behind it if a literal is meant
	Kind, Verdict    string // must-report, must-not-report, debatable
	Why              string

	module     string // its folder, relative to the repository
	start, end int    // lines of the function
}

// ruleOf maps the kinds of labels that a rule has to report to the rule.
var ruleOf = map[string]string{
	"commit-error-ignored":             "lint/commit-error-ignored",
	"consumer-commit-before-effect":    "lint/commit-before-effect",
	"consumer-dedup-nonatomic":         "lint/dedup-not-atomic",
	"consumer-no-dedup":                "lint/consumer-without-dedup",
	"dual-write":                       "lint/dual-write",
	"event-id-not-uuidv7":              "lint/event-id-not-uuidv7",
	"handler-no-idem-key":              "lint/handler-ignores-idempotency-key",
	"idem-check-then-act":              "lint/check-then-act",
	"idem-key-minted-per-attempt":      "lint/key-minted-per-attempt",
	"idem-store-redis-only":            "lint/redis-only-idempotency-store",
	"missing-idem-key":                 "lint/missing-idempotency-key",
	"network-in-tx":                    "lint/network-in-tx",
	"outbox-relay-marks-sent-on-error": "lint/relay-marks-unsent",
	"outbox-wrong-handle":              "lint/outbox-wrong-handle",
	"publish-in-tx":                    "lint/publish-in-tx",
	"retry-inner-nonidempotent":        "lint/retry-without-key",
}

// readLabels reads the labels whose repository is checked out, and says of the
// others that they are not. It skips the test where there are none.
func readLabels(t *testing.T, checkouts string) []*label {
	dir := os.Getenv("EVCTL_CORPUS")
	if dir == "" {
		dir = "../../../shared/corpus"
	}
	file, err := os.Open(filepath.Join(dir, "lint-labels.jsonl"))
	if err != nil {
		t.Skipf("no corpus: set EVCTL_CORPUS to its folder: %v", err)
	}
	defer file.Close()
	var labels []*label
	absent := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		l := &label{}
		if err := json.Unmarshal(lines.Bytes(), l); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(l.Repo, os.Getenv("EVCTL_LINT_ONLY")) {
			continue
		}
		if l.locate(filepath.Join(checkouts, l.folder())) {
			labels = append(labels, l)
		} else if !absent[l.Repo] {
			absent[l.Repo] = true
			t.Logf("%s is not in %s: tests/lint/fetch.sh gets it", l.Repo, checkouts)
		}
	}
	if len(labels) == 0 {
		t.Skipf("no labelled repository in %s: tests/lint/fetch.sh gets them, EVCTL_LINT_CORPUS says where they are", checkouts)
	}
	return labels
}

// folder names the repository's checkout: owner+name.
func (l *label) folder() string {
	return strings.ReplaceAll(strings.TrimPrefix(l.Repo, "github.com/"), "/", "+")
}

// locate finds the label's function and module in a checkout.
func (l *label) locate(root string) bool {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(root, filepath.FromSlash(l.File)), nil, parser.SkipObjectResolution)
	if file == nil || err != nil && len(file.Decls) == 0 {
		return false
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			start, end := fset.Position(f.Pos()).Line, fset.Position(f.End()).Line
			if start <= l.Line && l.Line <= end || l.start == 0 && start <= l.FuncLine && l.FuncLine <= end {
				l.start, l.end = start, end
			}
		}
	}
	for l.module = filepath.Dir(filepath.FromSlash(l.File)); ; l.module = filepath.Dir(l.module) {
		if _, err := os.Stat(filepath.Join(root, l.module, "go.mod")); err == nil {
			return true
		}
		if l.module == "." {
			return false
		}
	}
}

// about returns the findings that speak of the label's function: in its file,
// and of that name or within its lines.
func (l *label) about(findings []finding) []finding {
	name := "." + strings.TrimSuffix(l.Function, "#closure")
	var out []finding
	for _, f := range findings {
		if f.Location.File == l.File && (strings.HasSuffix(f.Subject, name) || l.start <= f.Location.Line && f.Location.Line <= l.end) {
			out = append(out, f)
		}
	}
	return out
}

// sameFunction returns the labels of the same function, l among them.
func (l *label) sameFunction(all []*label) []*label {
	return slices.DeleteFunc(slices.Clone(all), func(o *label) bool {
		return o.Repo != l.Repo || o.File != l.File || o.start != l.start
	})
}
