package contracts_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evctl/evctl/contracts"
)

// Files as large as they may be, made to multiply, are judged in a time that
// somebody may wait for.
func TestHostileSizes(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	fsys := fstest.MapFS{
		"a/contract.yaml": contract("a", "  openapi: openapi.yaml\n  idempotency: {ttl: 1h}\n  operations:\n"+many(900, "    op%d: {calls: [{to: bank}]}\n")+
			"  clients:\n"+many(500, "  - {name: c%d, maxAttempts: 2, retryHorizon: 1h}\n")+"  retries: {istio: [mesh.yaml]}\n  waivers: ["+many(900, "EX-2026-%03d, ")+"]\n"),
		"a/openapi.yaml":  file("openapi: 3.1.0\npaths:\n" + many(5_000, "  /%d: {post: {operationId: op%[1]d}}\n")),
		"a/mesh.yaml":     file("kind: VirtualService\nmetadata: {name: m}\nspec:\n  http:\n" + many(4_000, "  - {route: [{destination: {host: bank}}]} # %d\n")),
		"b/contract.yaml": contract("b", "  clients:\n"+many(1001, "  - {name: c%d}\n")),
	}
	start := time.Now()
	result, err := contracts.Check(t.Context(), fsys, contracts.Options{Globs: []string{"*/contract.yaml"}, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
	if len(result.Services) != 1 || len(result.Services[0].Faults) != 0 || len(result.Findings()) < 5_000 {
		t.Errorf("judged %d services, %d findings", len(result.Services), len(result.Findings()))
	}
	if len(result.Invalid) != 1 || !strings.Contains(result.Invalid[0].Message, "1001 entries are over the limit of 1000 for clients") {
		t.Errorf("invalid: %v", result.Invalid)
	}
}
