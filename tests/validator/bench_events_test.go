package validator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// The payload schema of the benchmarks, and the events that go with it.
const benchPayload = `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"An entry of the ledger","type":"object","additionalProperties":false,
"description":"Posted once for each side of a transfer. Amounts are in the minor unit of the currency.",
"required":["entry_id","account_id","amount_minor","currency","direction","booked_on"],
"properties":{
 "entry_id":{"type":"string","pattern":"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},
 "account_id":{"type":"string","minLength":1,"maxLength":40,"pattern":"^acc_[0-9a-z]+$"},
 "amount_minor":{"type":"integer","minimum":-1000000000000,"maximum":1000000000000},
 "currency":{"enum":["EUR","USD","GBP","CHF","JPY","SEK","NOK","DKK","PLN","CZK"]},
 "direction":{"enum":["debit","credit"]},
 "booked_on":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
 "memo":{"type":["string","null"],"maxLength":140},
 "reversal_of":{"anyOf":[{"type":"null"},{"$ref":"#/$defs/entry"}]}},
"$defs":{"entry":{"type":"object","additionalProperties":false,"required":["entry_id"],"properties":{"entry_id":{"type":"string"},"reason":{"type":"string","maxLength":60}}}}}`

// A field is a member of an event, its value written as JSON.
type field struct{ name, value string }

func hex(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = "0123456789abcdef"[r.IntN(16)]
	}
	return string(b)
}

func uuid(r *rand.Rand) string {
	return hex(r, 8) + "-" + hex(r, 4) + "-7" + hex(r, 3) + "-a" + hex(r, 3) + "-" + hex(r, 12)
}

// benchFields draws one event, in the order of the schemas.
func benchFields(r *rand.Rand) (event, payload []field) {
	quoted := func(format string, args ...any) string { return `"` + fmt.Sprintf(format, args...) + `"` }
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	payload = []field{
		{"entry_id", quoted("%s", uuid(r))}, {"account_id", quoted("acc_%d", r.IntN(1e6))}, {"amount_minor", fmt.Sprint(r.IntN(2e9) - 1e9)},
		{"currency", quoted("%s", pick("EUR", "USD", "GBP", "CHF", "JPY"))}, {"direction", quoted("%s", pick("debit", "credit"))},
		{"booked_on", quoted("2026-%02d-%02d", 1+r.IntN(12), 1+r.IntN(28))},
	}
	if r.IntN(4) == 0 {
		payload = append(payload, field{"memo", quoted("%s", pick("rent", "invoice 2026/117", "thank you", "refund of order 8817"))})
	}
	event = []field{
		{"event_id", quoted("%s", uuid(r))}, {"event_type", `"ledger.entry_posted"`}, {"schema_version", "3"}, {"schema_ref", `"events/ledger.entry_posted@3"`},
		{"aggregate_type", `"account"`}, {"aggregate_id", quoted("acc_%d", r.IntN(1e6))}, {"aggregate_version", fmt.Sprint(1 + r.IntN(5000))},
		{"writer_epoch", fmt.Sprint(1 + r.IntN(3))}, {"origin_region", quoted("%s", pick("eu-west-1", "us-east-1"))},
		{"occurred_at", quoted("2026-%02d-%02dT%02d:%02d:%02d.%03dZ", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1000))},
		{"producer", quoted("%s", pick("ledger-service", "ledger-backfill"))}, {"correlation_id", quoted("req_%s", hex(r, 12))},
		{"traceparent", quoted("00-%s-%s-01", hex(r, 32), hex(r, 16))},
	}
	return event, payload
}

// written joins members, with the separators given.
func written(fields []field, comma, colon string) string {
	var members []string
	for _, f := range fields {
		members = append(members, `"`+f.name+`"`+colon+f.value)
	}
	return "{" + strings.Join(members, comma) + "}"
}

// benchEvents draws valid events of a layout: compact, spaced, shuffled; or bad,
// which are compact and have one fault each.
func benchEvents(layout string, n int) [][]byte {
	r := rand.New(rand.NewPCG(7, 7))
	comma, colon := ",", ":"
	if layout == "spaced" {
		comma, colon = ", ", ": "
	}
	var events [][]byte
	for i := range n {
		event, payload := benchFields(r)
		if layout == "shuffled" {
			r.Shuffle(len(payload), func(i, j int) { payload[i], payload[j] = payload[j], payload[i] })
		}
		event = append(event, field{"payload", written(payload, comma, colon)})
		if layout == "shuffled" {
			r.Shuffle(len(event), func(i, j int) { event[i], event[j] = event[j], event[i] })
		}
		text := []byte(written(event, comma, colon))
		if layout == "bad" {
			text = spoiled(text, i)
		}
		events = append(events, text)
	}
	return events
}

// spoiled returns the event with one of ten faults.
func spoiled(event []byte, kind int) []byte {
	replace := func(old, new string) []byte { return bytes.Replace(event, []byte(old), []byte(new), 1) }
	switch kind % 10 {
	case 0:
		return replace(`"aggregate_version":`, `"aggregate_version":-`)
	case 1:
		return replace(`"currency":"`, `"currency":"X`)
	case 2:
		return replace(`"amount_minor":`, `"amount_minor":0.5`)
	case 3:
		return replace(`"booked_on":"2026-`, `"booked_on":"26-`)
	case 4:
		return replace(`,"producer"`, `,"producr"`)
	case 5:
		return replace(`"entry_id":`, `"extra":1,"entry_id":`)
	case 6:
		return replace(`"traceparent":"00-`, `"traceparent":"00_`)
	case 7:
		return replace(`"account_id":"acc_`, `"account_id":"ACC_`)
	case 8:
		return replace(`"occurred_at":"2026`, `"occurred_at":"2026-`)
	}
	return event[:len(event)-1]
}

// benchSchema is envelope and payload as one schema, for validators that know
// no envelope.
func benchSchema(envelopeSchema []byte) map[string]any {
	var whole, payload map[string]any
	if err := json.Unmarshal(envelopeSchema, &whole); err != nil {
		panic(err)
	}
	if err := json.Unmarshal([]byte(benchPayload), &payload); err != nil {
		panic(err)
	}
	delete(payload, "$schema")
	defs := whole["$defs"].(map[string]any)
	for name, schema := range payload["$defs"].(map[string]any) {
		defs[name] = schema
	}
	delete(payload, "$defs")
	whole["properties"].(map[string]any)["payload"] = payload
	delete(whole, "$id")
	return whole
}
