package ci

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/evctl/evctl/ci/config"
)

func TestResolve(t *testing.T) {
	r := published(t)
	r.commit("evctl.yaml", settings+"schemas: [{path: \"api/{subject}.avsc\"}]\n", "api/user.avsc", paid, "loose/x.avsc", paid).commit("api/user.avsc", wider)
	cfg, err := config.Load(r.root, "")
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "y[1].avsc"), []byte(paid), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, name, ref, file, text string }{
		{r.root, "events/order.paid@1", "events/order.paid@1", v1, paid},
		{r.root, "order.paid@2", "events/order.paid@2", v2, wider},
		{r.root, "events/order.paid", "events/order.paid@2", v2, wider},
		{r.root, "user@1", "events/user@1", "api/user.avsc", paid}, // from history
		{r.root, "user@2", "events/user@2", "api/user.avsc", wider},
		{r.root, v1, "events/order.paid@1", v1, paid},
		{filepath.Join(r.root, "schemas"), "events/order.paid/2.avsc", "events/order.paid@2", v2, wider},
		{r.root, "user", "events/user@2", "api/user.avsc", wider},
		{r.root, "api/user.avsc", "events/user", "api/user.avsc", wider},
		{r.root, "loose/x.avsc", "x", "loose/x.avsc", paid},
		{r.root, filepath.Join(outside, "y[1].avsc"), "y[1]", "y[1].avsc", paid},
		{outside, "y[1].avsc", "y[1]", "y[1].avsc", paid},
		{outside, "./y[1].avsc", "y[1]", "y[1].avsc", paid},
	} {
		s, err := Resolve(context.Background(), cfg, c.dir, c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s.SchemaRef.String() != c.ref || s.File != c.file || string(s.Text) != c.text {
			t.Errorf("%s is %s in %s, want %s in %s", c.name, s.SchemaRef, s.File, c.ref, c.file)
		}
	}
	for name, want := range map[string]string{
		"order.paid@9":      "order.paid@9: not found",
		"nowhere@1":         "nowhere@1: not found",
		"order.paid@x":      `"order.paid@x" is no schema ref: want registry/subject@version, such as events/order.paid@3`,
		"missing.avsc":      "read missing.avsc: no such file or directory",
		"schemas.avsc":      "read schemas.avsc: it is no regular file",
		"prod:order.paid@1": "prod:order.paid@1: no remote registry is configured",
	} {
		if name == "schemas.avsc" {
			if err := os.Mkdir(filepath.Join(r.root, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Resolve(context.Background(), cfg, r.root, name)
		var usage *UsageError
		if err == nil || err.Error() != want || !errors.As(err, &usage) || usage.Hint == "" {
			t.Errorf("%s: %v, want %s with a hint", name, err, want)
		}
	}
	if _, err := Resolve(context.Background(), nil, outside, "y[1].avsc"); err != nil {
		t.Errorf("without a configuration: %v", err)
	}
}
