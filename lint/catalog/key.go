package catalog

import "strings"

// IsKeyName reports whether a header, field, column or variable of that name
// carries an idempotency key.
func IsKeyName(name string) bool {
	if strings.EqualFold(name, "Webhook-Id") || strings.EqualFold(name, "Svix-Id") { // Standard Webhooks; a field of that name is none
		return true
	}
	name = bare(name)
	for _, part := range [...]string{
		"idempoten",                                                  // Idempotency-Key, X-Idempotency, IdempotentId
		"deduplicationid", "dedupid", "dedupkey", "deduplicationkey", // SQS, SNS, Formance
		"paypalrequestid", "clientrequesttoken", "clienttoken", // PayPal, AWS
		"customertransactionid", "uniquerequestid", "modnonce", // Wise, CurrencyCloud, Modulr
		"natsmsgid",                       // JetStream
		"merchantreference", "endtoendid", // Adyen, ISO 20022
		"clientreferenceid", "requestreferenceid", // payment gateways
	} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// IsEventID reports whether a header, or a field with its struct's name in
// front, holds the id of an event: ce-id, EventID, OrderPlacedEvent.ID.
func IsEventID(name string) bool {
	name = bare(name)
	for _, end := range [...]string{"eventid", "eventuuid", "eventheaderid", "eventmetadataid", "eventenvelopeid"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return name == "ceid" || name == "cloudevents:id"
}

// bare leaves what differs between the styles of writing a name out.
func bare(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return r
	}, name))
}

// IsSafePath reports whether a POST to the path, by its last words, reads or
// signs in rather than changes something: /orders/search, /oauth2/token.
func IsSafePath(path string) bool {
	path, _, _ = strings.Cut(strings.ToLower(path), "?")
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == ':' || r == '.' })
	if len(segments) == 0 {
		return false
	}
	for word := range strings.FieldsFuncSeq(segments[len(segments)-1], func(r rune) bool { return r == '-' || r == '_' }) {
		if isSafeWord(word) {
			return true
		}
	}
	return strings.Contains(path, "oauth")
}

func isSafeWord(word string) bool {
	switch word {
	case "search", "query", "find", "lookup", "list", "filter", "count", "get", "batchget", "read",
		"login", "signin", "logout", "token", "tokens", "authenticate", "introspect", "userinfo",
		"verify", "validate", "check", "preview", "simulate", "dryrun", "estimate", "quote", "calculate", "debug", "ocsp",
		"status", "health", "healthz", "ping", "echo", "graphql", "render", "decode", "encode", "translate":
		return true
	}
	return false
}
