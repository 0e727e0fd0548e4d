package validator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl/envelope"
)

// ajv measures the validator of that name over a file of events in NDJSON, in
// ns of computing for each event, or logs why it cannot. Node must find it:
// npm install ajv somewhere, and NODE_PATH=somewhere/node_modules.
func ajv(b *testing.B, file, mode string, rounds, valid int) (median, least float64, ok bool) {
	schema := filepath.Join(b.TempDir(), "schema.json")
	if err := os.WriteFile(schema, must(json.Marshal(benchSchema(must(envelope.Schema(2))))), 0o600); err != nil {
		b.Fatal(err)
	}
	out, err := exec.Command("node", "testdata/ajv.js", schema, file, fmt.Sprint(rounds), mode).CombinedOutput()
	if err != nil {
		why, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		b.Logf("no row for ajv: %v: %s; npm install ajv, and set NODE_PATH", err, why)
		return 0, 0, false
	}
	var took []float64
	for line := range strings.Lines(string(out)) {
		var each float64
		var found int
		if _, err := fmt.Sscan(line, &each, &found); err != nil || found != valid {
			b.Fatalf("ajv finds %d events valid, want %d: %v", found, valid, err)
		}
		took = append(took, each)
	}
	slices.Sort(took)
	return took[len(took)/2], took[0], true
}

// ajvEvents measures ajv on events that lie in memory.
func ajvEvents(b *testing.B, events [][]byte, valid int) (median, least float64, ok bool) {
	file := filepath.Join(b.TempDir(), "events.ndjson")
	text := append(bytes.Join(slices.Repeat(events, 20), []byte("\n")), '\n')
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	return ajv(b, file, "single", rounds, 20*valid)
}
