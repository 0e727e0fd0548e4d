package service

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
)

// A Layer is configuration outside the service that makes something retry on
// the way to a host.
type Layer struct {
	Name     string // what it is called: Istio VirtualService orders
	Host     string // the first label of the host, or a cluster's name
	Retries  int    // beside the first attempt
	Default  bool   // nobody wrote the number; it is what the product does
	Position evctl.Position
}

// What products do where the configuration says nothing.
const (
	istioRetries        = 2 // pilot's default policy for every HTTP route
	envoyRetries        = 1 // num_retries of a retry_policy that names none
	envoyGatewayRetries = 2 // numRetries of a BackendTrafficPolicy with retry
)

// loadLayers reads mesh, gateway and client configuration.
func (s *Service) loadLayers() error {
	r := s.Spec.Retries
	s.Layers.Why = "the contract has no retries, the block that names every layer that may retry"
	if s.doc.Root().Get("spec", "retries").Exists() {
		s.Layers.State = Present
	}
	for _, kind := range []struct {
		key   string
		files []string
		read  func(yamldoc.Node) ([]Layer, error)
	}{
		{"istio", r.Istio, istioLayers}, {"envoy", r.Envoy, envoyLayers},
		{"gatewayApi", r.GatewayAPI, gatewayLayers}, {"grpc", r.GRPC, s.grpcLayers},
	} {
		for i, name := range kind.files {
			if err := s.loadLayer(name, kind.read, "spec", "retries", kind.key, i); err != nil {
				return err
			}
		}
	}
	if len(r.Nginx) > 0 && s.Layers.State != Broken {
		s.Layers.State, s.Layers.Why = Outside, "nginx configuration is not read"
	}
	return nil
}

func (s *Service) loadLayer(name string, read func(yamldoc.Node) ([]Layer, error), keys ...any) error {
	text, err := s.read(name, keys...)
	if err != nil {
		return err
	}
	layers, err := layersOf(s.resolve(name), text, read)
	if err != nil {
		s.unreadable(err)
	}
	if text == nil || err != nil {
		s.Layers.State, s.Layers.Why = Broken, name+" cannot be read"
		return nil
	}
	s.Layers.Value = append(s.Layers.Value, layers...)
	for _, l := range layers {
		s.byHost[l.Host] = append(s.byHost[l.Host], l)
	}
	return nil
}

func layersOf(file string, text []byte, read func(yamldoc.Node) ([]Layer, error)) ([]Layer, error) {
	docs, err := yamldoc.ParseAll(file, text)
	var out []Layer
	for _, doc := range docs {
		for _, object := range objects(doc.Root()) {
			layers, err := read(object)
			if err != nil {
				return nil, err
			}
			out = append(out, layers...)
		}
	}
	return out, err
}

// objects unfolds a List of Kubernetes.
func objects(root yamldoc.Node) []yamldoc.Node {
	if root.Get("kind").Text() == "List" {
		return root.Get("items").Items()
	}
	return []yamldoc.Node{root}
}

// istioLayers reads the HTTP routes of a VirtualService. A route without
// retries gets Istio's default.
func istioLayers(object yamldoc.Node) ([]Layer, error) {
	if object.Get("kind").Text() != "VirtualService" {
		return nil, nil
	}
	name := "Istio VirtualService " + object.Get("metadata", "name").Text()
	var out []Layer
	for _, route := range object.Get("spec", "http").Items() {
		layer := Layer{Name: name, Retries: istioRetries, Default: true, Position: route.Position()}
		if attempts := route.Get("retries", "attempts"); attempts.Exists() {
			n, err := count(attempts)
			if err != nil {
				return nil, err
			}
			layer.Retries, layer.Default, layer.Position = n, false, attempts.Position()
		}
		for _, target := range route.Get("route").Items() {
			layer.Host = hostOf(target.Get("destination", "host").Text())
			out = append(out, layer)
		}
	}
	return out, nil
}

// gatewayLayers reads HTTPRoutes of the Gateway API and the retry of Envoy
// Gateway's BackendTrafficPolicy, whose targets are routes.
func gatewayLayers(object yamldoc.Node) ([]Layer, error) {
	switch object.Get("kind").Text() {
	case "HTTPRoute":
		var out []Layer
		for _, rule := range object.Get("spec", "rules").Items() {
			retry := rule.Get("retry", "attempts")
			if !retry.Exists() {
				continue
			}
			n, err := count(retry)
			if err != nil {
				return nil, err
			}
			for _, backend := range rule.Get("backendRefs").Items() {
				out = append(out, Layer{Name: "HTTPRoute " + object.Get("metadata", "name").Text(),
					Host: hostOf(backend.Get("name").Text()), Retries: n, Position: retry.Position()})
			}
		}
		return out, nil
	case "BackendTrafficPolicy":
		return policyLayers(object)
	}
	return nil, nil
}

func policyLayers(object yamldoc.Node) ([]Layer, error) {
	retry := object.Get("spec", "retry")
	if !retry.Exists() {
		return nil, nil
	}
	layer := Layer{Name: "BackendTrafficPolicy " + object.Get("metadata", "name").Text(), Retries: envoyGatewayRetries, Default: true, Position: retry.Position()}
	if n := retry.Get("numRetries"); n.Exists() {
		var err error
		if layer.Retries, err = count(n); err != nil {
			return nil, err
		}
		layer.Default, layer.Position = false, n.Position()
	}
	targets := append(object.Get("spec", "targetRefs").Items(), object.Get("spec", "targetRef"))
	var out []Layer
	for _, target := range targets {
		if name := target.Get("name").Text(); name != "" {
			layer.Host = hostOf(name)
			out = append(out, layer)
		}
	}
	return out, nil
}

// envoyLayers reads virtual hosts wherever they stand. A policy of the virtual
// host holds for routes without one.
func envoyLayers(node yamldoc.Node) (out []Layer, err error) {
	for _, entry := range node.Entries() {
		if entry.Key == "virtual_hosts" {
			for _, host := range entry.Value.Items() {
				layers, err := virtualHost(host)
				if err != nil {
					return nil, err
				}
				out = append(out, layers...)
			}
			continue
		}
		layers, err := envoyLayers(entry.Value)
		if err != nil {
			return nil, err
		}
		out = append(out, layers...)
	}
	for _, item := range node.Items() {
		layers, err := envoyLayers(item)
		if err != nil {
			return nil, err
		}
		out = append(out, layers...)
	}
	return out, nil
}

func virtualHost(host yamldoc.Node) (out []Layer, err error) {
	for _, route := range host.Get("routes").Items() {
		policy := route.Get("route", "retry_policy")
		if !policy.Exists() {
			policy = host.Get("retry_policy")
		}
		cluster := route.Get("route", "cluster").Text()
		if !policy.Exists() || cluster == "" {
			continue
		}
		layer := Layer{Name: "Envoy virtual host " + host.Get("name").Text(), Host: hostOf(cluster), Retries: envoyRetries, Default: true, Position: policy.Position()}
		if n := policy.Get("num_retries"); n.Exists() {
			if layer.Retries, err = count(n); err != nil {
				return nil, err
			}
			layer.Default, layer.Position = false, n.Position()
		}
		out = append(out, layer)
	}
	return out, nil
}

// grpcLayers reads the retry policies of the service's own gRPC service config,
// which its clients follow.
func (s *Service) grpcLayers(config yamldoc.Node) (out []Layer, err error) {
	for _, method := range config.Get("methodConfig").Items() {
		attempts := method.Get("retryPolicy", "maxAttempts")
		if !attempts.Exists() {
			continue
		}
		n, err := count(attempts)
		if err != nil {
			return nil, err
		}
		out = append(out, Layer{Name: "gRPC service config", Host: s.Metadata.Name, Retries: max(n-1, 0), Position: attempts.Position()})
	}
	return out, nil
}

// maxRetries bounds a number of retries, so that products of several stay small.
const maxRetries = 1000

func count(node yamldoc.Node) (int, error) {
	n, err := strconv.Atoi(node.Text())
	if err != nil || n < 0 || n > maxRetries {
		return 0, &yamldoc.Error{Position: node.Position(), Message: fmt.Sprintf("%q retries, want a number from 0 to %d", node.Text(), maxRetries)}
	}
	return n, nil
}

// hostOf is the part of a host that names the service.
func hostOf(host string) string {
	first, _, _ := strings.Cut(host, ".")
	return first
}
