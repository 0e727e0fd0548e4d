package ci

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
)

// registryServer is a remote registry with the versions of order.paid-value.
type registryServer struct {
	*httptest.Server
	asked atomic.Int64
}

func newRegistryServer(t *testing.T, mode string, refuses string, versions ...string) *registryServer {
	s := &registryServer{}
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, value any) {
		w.Header().Set("Content-Type", "application/vnd.schemaregistry.v1+json")
		_ = json.NewEncoder(w).Encode(value)
	}
	mux.HandleFunc("GET /subjects/order.paid-value/versions", func(w http.ResponseWriter, _ *http.Request) {
		var numbers []int
		for i := range versions {
			numbers = append(numbers, i+1)
		}
		answer(w, numbers)
	})
	for i, text := range versions {
		mux.HandleFunc(fmt.Sprintf("GET /subjects/order.paid-value/versions/%d", i+1), func(w http.ResponseWriter, _ *http.Request) {
			answer(w, map[string]any{"subject": "order.paid-value", "version": i + 1, "id": i + 1, "schema": text})
		})
	}
	mux.HandleFunc("GET /config/order.paid-value", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]string{"compatibilityLevel": mode})
	})
	mux.HandleFunc("POST /compatibility/subjects/order.paid-value/versions", func(w http.ResponseWriter, _ *http.Request) {
		if refuses == "" {
			answer(w, map[string]any{"is_compatible": true})
			return
		}
		answer(w, map[string]any{"is_compatible": false, "messages": []string{refuses}})
	})
	mux.HandleFunc("GET /subjects/order.paid-value/versions/{version}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		answer(w, map[string]any{"error_code": 40402, "message": "Version not found."})
	})
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		s.asked.Add(1)
		mux.ServeHTTP(w, req)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *registryServer) settings() string {
	return fmt.Sprintf("version: 1\nregistry: {name: events, dir: schemas, url: %q, subject-name: \"{subject}-value\"}\n", s.URL)
}

func TestARemoteVersionIsPublishedToo(t *testing.T) {
	// the remote registry has a version that git does not know, with a field that the change uses otherwise
	s := newRegistryServer(t, "FULL_TRANSITIVE", "", paid, strings.Replace(wider, `"coupon", "type": ["null", "string"]`, `"coupon", "type": ["null", "long"]`, 1))
	r := newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider)
	out := r.must()
	if code(out, nil) != ExitFindings || out.Against.Registry != strings.TrimPrefix(s.URL, "http://") {
		t.Errorf("got %v against %+v", names(out), out.Against)
	}
	if !slices.ContainsFunc(out.Findings, func(f evctl.Finding) bool {
		return strings.HasPrefix(f.Rule, "compat/") && slices.Equal(f.Breaks, []int{2})
	}) {
		t.Errorf("nothing breaks version 2 of the registry: %v", out.Findings)
	}
	find(t, out, "registry/drift")
}

func TestWhatTheRegistryWouldRefuse(t *testing.T) {
	s := newRegistryServer(t, "FULL_TRANSITIVE", "READER_FIELD_MISSING_DEFAULT_VALUE", paid)
	r := newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider)
	f := find(t, r.must(), "registry/would-refuse")
	if f.Position.File != v2 || !strings.Contains(f.Message, "READER_FIELD_MISSING_DEFAULT_VALUE") {
		t.Errorf("got %+v", f)
	}
	// what fails here is not asked about
	if out := r.commit(v2, renamedRequired).must(); slices.Contains(names(out), "registry/would-refuse") {
		t.Errorf("got %v", names(out))
	}
}

func TestModesDrift(t *testing.T) {
	s := newRegistryServer(t, "BACKWARD", "", paid)
	out := newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider).must()
	if f := find(t, out, "registry/mode-drift"); f.Severity != evctl.Warning || code(out, nil) != ExitClean {
		t.Errorf("got %+v", f)
	}
	s = newRegistryServer(t, "SOMETHING_ELSE", "", paid)
	out = newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider).must()
	if len(out.Notes) != 1 || !strings.Contains(out.Notes[0], "SOMETHING_ELSE") {
		t.Errorf("got %v", out.Notes)
	}
}

func TestTheNetworkIsLeftAlone(t *testing.T) {
	s := newRegistryServer(t, "FULL_TRANSITIVE", "no", paid)
	r := newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider)
	for _, set := range []func(*Options){staged, func(o *Options) { o.Offline = true }} {
		out := r.must(set)
		if s.asked.Load() != 0 || len(out.Notes) != 1 || !strings.HasPrefix(out.Notes[0], "compared with git only: under --") || out.Against.Registry != "" {
			t.Errorf("asked %d times, notes %v", s.asked.Load(), out.Notes)
		}
	}
	if out := r.commit(v2, "", "README.md", "hello").must(); s.asked.Load() != 0 || family(t, out, "registry").State != report.NotLookedAt {
		t.Error("a change of no schema asks the registry")
	}
}

func TestAnExceptionAboutTheRegistryIsNotUnusedOffline(t *testing.T) {
	s := newRegistryServer(t, "FULL_TRANSITIVE", "", paid)
	about := strings.Replace(waiver(approved), "compat/required-field-removed, compat/required-field-added, compat/probable-rename", "registry/would-refuse", 1)
	r := newRepo(t).commit("evctl.yaml", s.settings()+"org: {approvers: [\"@platform\"]}\n", v1, paid, exceptionsFile, about).commit("README.md", "hello")
	if out := r.must(all, func(o *Options) { o.Offline = true }); len(out.Findings) != 0 {
		t.Errorf("got %v", names(out))
	}
	find(t, r.must(all), "exception/unused")
}

func TestARegistryThatDoesNotAnswerIsNotAPass(t *testing.T) {
	s := newRegistryServer(t, "FULL", "", paid)
	r := newRepo(t).commit("evctl.yaml", s.settings(), v1, paid).branch("change").commit(v2, wider)
	s.Close()
	out, err := r.run()
	if err == nil || code(out, err) != ExitNotRun || !strings.Contains(err.Error(), "registry "+strings.TrimPrefix(s.URL, "http://")) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out, err = Run(ctx, Options{Dir: r.root, Now: now})
	if err == nil || code(out, err) != ExitNotRun {
		t.Errorf("after the end of its time: %v", err)
	}
}

func TestARegistryThatCannotBeAskedYet(t *testing.T) {
	out, err := newRepo(t).commit("evctl.yaml", "version: 1\nregistry: {name: events, dir: schemas, glue: {registry: r, region: eu-west-1}}\n", v1, paid).run(all)
	if err == nil || code(out, err) != ExitUsage || !strings.Contains(err.Error(), "Glue") {
		t.Errorf("got %v", err)
	}
}

func TestResolveAsksTheRemoteRegistry(t *testing.T) {
	s := newRegistryServer(t, "FULL", "", paid, wider)
	cfg, err := config.Parse("evctl.yaml", []byte(s.settings()))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	schema, err := Resolve(ctx, cfg, ".", "events:order.paid@2")
	if err != nil || string(schema.Text) != wider || schema.Version != 2 {
		t.Errorf("got %+v, %v", schema, err)
	}
	for name, want := range map[string]string{
		"other:order.paid@2":  "other:order.paid@2: the configured registry is events",
		"events:order.paid@9": "order.paid-value version 9: not found",
	} {
		out, err := Resolve(ctx, cfg, ".", name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", name, out, err)
		}
	}
}
