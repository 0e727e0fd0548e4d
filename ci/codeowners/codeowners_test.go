package codeowners

import (
	"strings"
	"testing"
	"testing/fstest"
)

const text = `# who owns what
*                 @everyone   # comment
*.proto           @proto @wire
/schemas/         @data
schemas/events/ledger.* @ledger
docs/*            @docs
apps/             @apps
/build/logs       @ops
with\ space/      @space
/schemas/free/
[Section] @default
^[Optional]
`

func TestOf(t *testing.T) {
	owners := Parse(text)
	for file, want := range map[string]string{
		"README.md":                             "@everyone",
		"a/b/c.proto":                           "@proto @wire",
		"schemas/events/order.paid/1.json":      "@data",
		"schemas/events/ledger.posted/1.json":   "@ledger",
		"sub/schemas/events/ledger.posted/1":    "@everyone",
		"sub/schemas/x.json":                    "@everyone",
		"docs/a.md":                             "@docs",
		"docs/sub/a.md":                         "@everyone",
		"apps/a/b.go":                           "@apps",
		"services/apps/b.go":                    "@apps",
		"build/logs":                            "@ops",
		"build/logs/today/x":                    "@ops",
		"with space/x":                          "@space",
		"schemas/free/x.json":                   "",
		"schemas/events/ledger.posted/a/deep/1": "@ledger",
	} {
		if got := strings.Join(owners.Of(file), " "); got != want {
			t.Errorf("%s belongs to %q, want %q", file, got, want)
		}
	}
}

func TestLoadTakesTheFirstPlace(t *testing.T) {
	owners, err := Load(fstest.MapFS{"CODEOWNERS": {Data: []byte("* @root")}, ".github/CODEOWNERS": {Data: []byte("* @github")}})
	if err != nil || strings.Join(owners.Of("x"), "") != "@github" {
		t.Errorf("got %v, %v", owners, err)
	}
	if owners, err := Load(fstest.MapFS{}); err != nil || owners.Of("x") != nil {
		t.Errorf("got %v, %v", owners, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(text, "schemas/events/x")
	f.Fuzz(func(_ *testing.T, text, file string) { Parse(text).Of(file) })
}
