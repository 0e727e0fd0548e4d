package service

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/evctl/evctl/internal/yamldoc"
)

func grpc(node yamldoc.Node) ([]Layer, error) {
	return (&Service{Contract: &Contract{Metadata: Metadata{Name: "shop"}}}).grpcLayers(node)
}

func TestLayers(t *testing.T) {
	for _, test := range []struct {
		name string
		read func(yamldoc.Node) ([]Layer, error)
		text string
		want []string
	}{
		{"an Istio route says nothing", istioLayers, "kind: VirtualService\nspec: {http: [{route: [{destination: {host: shop.ns.svc}}, {destination: {host: bank}}]}]}", []string{"shop 2 default", "bank 2 default"}},
		{"an Istio route says zero", istioLayers, "kind: VirtualService\nspec: {http: [{retries: {attempts: 0}, route: [{destination: {host: shop}}]}]}", []string{"shop 0"}},
		{"another kind of Istio", istioLayers, "kind: DestinationRule\nspec: {http: [{route: [{destination: {host: shop}}]}]}", nil},
		{"objects in a list, and an empty document", istioLayers, "---\n---\nkind: List\nitems: [{kind: VirtualService, spec: {http: [{retries: {attempts: 4}, route: [{destination: {host: shop}}]}]}}]", []string{"shop 4"}},
		{"Envoy's policy of the host", envoyLayers, "a: [{virtual_hosts: [{retry_policy: {}, routes: [{route: {cluster: shop}}, {route: {cluster: bank, retry_policy: {num_retries: 0}}}]}]}]", []string{"shop 1 default", "bank 0"}},
		{"Envoy without a policy", envoyLayers, "virtual_hosts: [{routes: [{route: {cluster: shop}}, {redirect: {}}]}]", nil},
		{"a route of the Gateway API", gatewayLayers, "kind: HTTPRoute\nspec: {rules: [{retry: {attempts: 2}, backendRefs: [{name: shop}]}, {backendRefs: [{name: bank}]}]}", []string{"shop 2"}},
		{"a policy of Envoy Gateway", gatewayLayers, "kind: BackendTrafficPolicy\nspec: {retry: {}, targetRef: {name: shop}}", []string{"shop 2 default"}},
		{"a policy without retry", gatewayLayers, "kind: BackendTrafficPolicy\nspec: {targetRefs: [{name: shop}]}", nil},
		{"gRPC counts the first attempt", grpc, `{"methodConfig": [{"retryPolicy": {"maxAttempts": 4}}, {"timeout": "1s"}]}`, []string{"shop 3"}},
	} {
		layers, err := layersOf("mesh.yaml", []byte(test.text), test.read)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var got []string
		for _, l := range layers {
			text := fmt.Sprintf("%s %d", l.Host, l.Retries)
			if l.Default {
				text += " default"
			}
			if got = append(got, text); l.Position.Line == 0 {
				t.Errorf("%s: %s stands nowhere", test.name, l.Name)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func FuzzLayers(f *testing.F) {
	f.Add([]byte("kind: VirtualService\nspec: {http: [{retries: {attempts: 3}, route: [{destination: {host: a.b}}]}]}\n---\nvirtual_hosts: [{routes: [{route: {cluster: c, retry_policy: {}}}]}]"))
	f.Add([]byte("kind: List\nitems: [{kind: HTTPRoute, spec: {rules: [{retry: {attempts: x}}]}}, {kind: BackendTrafficPolicy, spec: {retry: {numRetries: -1}}}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, read := range []func(yamldoc.Node) ([]Layer, error){istioLayers, envoyLayers, gatewayLayers, grpc} {
			layers, err := layersOf("mesh.yaml", text, read)
			var own *yamldoc.Error
			if err != nil && !errors.As(err, &own) {
				t.Errorf("%v is no *yamldoc.Error", err)
			}
			for _, l := range layers {
				if l.Retries < 0 || l.Retries > maxRetries {
					t.Errorf("%d retries", l.Retries)
				}
			}
		}
	})
}
