package catalog

import "testing"

func TestIsKeyName(t *testing.T) {
	for name, want := range map[string]bool{
		"Idempotency-Key": true, "x-idempotency-key": true, "idempotency_key": true, "IdempotencyKey": true, "X-Idempotency": true, "IdempotentId": true,
		"PayPal-Request-Id": true, "x-mod-nonce": true, "DeduplicationId": true, "customerTransactionId": true, "unique_request_id": true,
		"MessageDeduplicationId": true, "ClientRequestToken": true, "Nats-Msg-Id": true, "webhook-id": true,
		"Content-Type": false, "Authorization": false, "X-Request-Id": false, "id": false, "key": false, "nonce": false, "": false,
	} {
		if got := IsKeyName(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

func TestIsEventID(t *testing.T) {
	for name, want := range map[string]bool{
		"ce-id": true, "ce_id": true, "cloudEvents:id": true, "EventID": true, "event_id": true, "X-Event-Id": true, "OrderPlacedEvent.ID": true, "EventHeader.ID": true,
		"id": false, "Order.ID": false, "PriceID": false, "traceid": false, "EventType": false, "Events": false, "": false,
	} {
		if got := IsEventID(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

func TestIsSafePath(t *testing.T) {
	for path, want := range map[string]bool{
		"/orders/search": true, "/v1/orders:search": true, "/oauth2/token": true, "https://auth.example/oauth/revoke": true, "/login": true,
		"/orders/_search?size=1": true, "/api/v1/query": true, "/payments/status": true, "/graphql": true,
		"/orders": false, "/v1/payments": false, "/orders/search/export-jobs": false, "/checkout/sessions": false, "/research": false, "/": false, "": false,
	} {
		if got := IsSafePath(path); got != want {
			t.Errorf("%q: got %v", path, got)
		}
	}
}
