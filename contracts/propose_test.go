package contracts_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/service"
)

func TestPropose(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(orders, "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	proposal, err := contracts.Propose("orders", "@orders", "openapi.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := service.Parse("contract.yaml", []byte(proposal))
	if err != nil {
		t.Fatalf("%v in\n%s", err, proposal)
	}
	if c.Metadata.Name != "orders" || c.Spec.OpenAPI != "openapi.yaml" || c.Spec.Idempotency.TTL.String() != "72h" || len(c.Spec.Operations) != 2 {
		t.Errorf("proposes\n%s", proposal)
	}
}

// Whatever the document holds, the proposal is a contract.
func TestProposeQuotes(t *testing.T) {
	for _, test := range []struct {
		document string
		want     []string // operations
	}{
		{"openapi: 3.0.0\npaths: {}", nil},
		{"openapi: 3.0.0\npaths: {/a: {post: {}}}", nil},
		{"openapi: 3.0.0\npaths: {\"/a\\n/b # x\": {post: {}}, /c: {post: {operationId: \"a: b\\n# {\"}}}", []string{"a: b\n# {"}},
		{"openapi: 3.0.0\npaths: {/a: {post: {operationId: a, x-idempotency: {ttl: P3D}}}, /b: {post: {operationId: b, x-idempotency: {ttl: PT72H}}}}", []string{"a", "b"}},
		{"openapi: 3.0.0\npaths: {/a: {post: {operationId: a, x-idempotency: {ttl: P1Y}}}}", []string{"a"}},
	} {
		proposal, err := contracts.Propose("a: \"b\"", "@x # y", "o #.yaml", []byte(test.document))
		if err != nil {
			t.Fatal(err)
		}
		c, err := service.Parse("contract.yaml", []byte(proposal))
		if err != nil {
			t.Errorf("%v in\n%s", err, proposal)
			continue
		}
		var got []string
		for id := range c.Spec.Operations {
			got = append(got, id)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) || c.Metadata.Name != `a: "b"` || c.Spec.OpenAPI != "o #.yaml" || c.Spec.Idempotency.TTL.Set {
			t.Errorf("%s: proposes\n%s", test.document, proposal)
		}
	}
	if _, err := contracts.Propose("a", "b", "openapi.yaml", []byte("swagger: '2.0'")); err == nil || !strings.HasPrefix(err.Error(), "openapi.yaml:1:1: ") {
		t.Errorf("got %v", err)
	}
}
