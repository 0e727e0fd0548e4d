package httpguard_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/fstest"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/httpguard"
)

// A relay takes events on one route.
func ExampleNew() {
	schemas := fstest.MapFS{"events/order.paid/1.json": {Data: []byte(`{"properties": {"total": {"type": "integer"}}}`)}} // in a service: go:embed
	source, err := envelope.FromFS(schemas)
	if err != nil {
		log.Fatal(err)
	}
	validator, err := envelope.NewValidator(context.Background(), source, envelope.Options{})
	if err != nil {
		log.Fatal(err)
	}
	accept := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusAccepted) })
	mux := http.NewServeMux()
	mux.Handle("POST /events", httpguard.New(validator)(accept))

	for _, total := range []string{"7", `"seven"`} {
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest("POST", "/events", strings.NewReader(event(total))))
		fmt.Printf("%d %q\n", answer.Code, answer.Header().Get("Content-Type"))
	}
	// Output:
	// 202 ""
	// 422 "application/problem+json"
}
