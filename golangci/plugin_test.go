package golangci_test

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	_ "github.com/evctl/evctl/golangci"
)

// analyzers does as golangci-lint does with the settings of .golangci.yml.
func analyzers(t *testing.T, settings any) []*analysis.Analyzer {
	t.Helper()
	make, err := register.GetPlugin("evctl")
	if err != nil {
		t.Fatal(err)
	}
	plugin, err := make(settings)
	if err != nil {
		t.Fatal(err)
	}
	if plugin.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("loads %s, and needs types", plugin.GetLoadMode())
	}
	all, err := plugin.BuildAnalyzers()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d analyzers: %v", len(all), err)
	}
	return all
}

// The write and the publish are in other packages, whose facts tell of them.
func TestFindingsCrossPackages(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	for _, a := range analyzers(t, nil) {
		analysistest.Run(t, analysistest.TestData()+"/shop", a, "./orders", "./clean")
	}
}

func TestSettings(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	settings := map[string]any{
		"disable": []any{"dual-write"},
		"sinks":   []any{map[string]any{"match": "shop.example/audit.Note", "effect": "publish", "args": map[string]any{"message": 0}}},
	}
	for _, a := range analyzers(t, settings) {
		analysistest.Run(t, analysistest.TestData()+"/shop", a, "./settings")
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	make, err := register.GetPlugin("evctl")
	if err != nil {
		t.Fatal(err)
	}
	for want, settings := range map[string]map[string]any{
		`unknown field "confidence"`:              {"confidence": "high"},
		`min-confidence is "hihg"`:                {"min-confidence": "hihg"},
		`disable names "dual-wrote"`:              {"disable": []any{"dual-wrote"}},
		`did you mean "publish"?`:                 {"sinks": []any{map[string]any{"match": "a.example/b.F", "effect": "publsh"}}},
		`"first" is no argument, want its number`: {"sinks": []any{map[string]any{"match": "a.example/b.F", "args": map[string]any{"message": "first"}}}},
	} {
		if _, err := make(settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", settings, err, want)
		}
	}
}
