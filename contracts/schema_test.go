package contracts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/internal/yamldoc"
)

// texts are contracts of all kinds: the example, those of the rules' archives,
// and broken ones.
func texts(t *testing.T) []string {
	example, err := os.ReadFile(filepath.Join(orders, "contract.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	out := []string{string(example)}
	for _, pattern := range []string{"rules/testdata/*.txtar", "rules/contract/testdata/*.txtar"} {
		archives, err := filepath.Glob(pattern)
		if err != nil || len(archives) == 0 {
			t.Fatalf("found no archives: %v", err)
		}
		for _, name := range archives {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if filepath.Base(f.Name) == "contract.yaml" {
					out = append(out, string(f.Data))
				}
			}
		}
	}
	const head = "apiVersion: evctl/v1\nkind: Service\nmetadata: {name: a, owner: b}\n"
	for _, rest := range []string{
		"", "x-a: 1", "X-a: 1", "spec: {openaip: x}", "spec: {x-own: [1]}", "spec: {idempotency: {ttl: 3 days}}", "spec: {idempotency: {ttl: 1d12h}}", "spec: {idempotency: {ttl: -1h}}",
		"spec: {idempotency: {expiredStatus: 404}}", "spec: {publishes: [{via: outbox}]}", "spec: {publishes: [{topic: t, via: kafka}]}",
		"spec: {consumes: [{topic: t, dedupe: {mode: cache}}]}", "spec: {consumes: [{topic: t, dedupe: {mode: inbox, also: {mode: cache}}}]}",
		"spec: {clients: [{role: inner}]}", "spec: {clients: [{name: a, maxAttempts: -1}]}", "spec: {operations: {a: {tier: gold}}}",
		"spec: {operations: {a: {calls: [{retry: 3}]}}}", "spec: {waivers: EX-1}", "spec: {stores: []}", "spec: {retries: {}}", "spec: {retries: {go: {role: outer}}}",
	} {
		out = append(out, head+rest)
	}
	return append(out, "kind: Service", "apiVersion: evctl/v1\nkind: Service\nmetadata: {name: a}\n")
}

// The schema takes what the reader takes, and refuses what it refuses.
func TestSchemaJudgesLikeTheReader(t *testing.T) {
	validator, err := jsonschema.Compile(&evctl.Schema{Format: evctl.JSON, File: "contract.schema.json", Text: contracts.Schema}, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, text := range texts(t) {
		_, parseErr := service.Parse("contract.yaml", []byte(text))
		var value any
		if err := yamldoc.Decode("contract.yaml", []byte(text), &value); err != nil {
			t.Fatal(err)
		}
		document, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := jsondoc.Parse("contract.yaml", document)
		if err != nil {
			t.Fatal(err)
		}
		if schemaErr := validator.Validate(parsed.Root); (schemaErr == nil) != (parseErr == nil) {
			t.Errorf("%q: the schema says %v, the reader says %v", text, schemaErr, parseErr)
		}
		if parseErr != nil {
			refused++
		}
	}
	if refused < 15 {
		t.Errorf("only %d of the contracts are refused", refused)
	}
}
