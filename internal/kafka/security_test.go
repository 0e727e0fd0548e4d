package kafka

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecurity(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		env     map[string]string
		options int
		err     string
	}{
		"plain text":      {},
		"TLS":             {env: map[string]string{EnvTLS: "on"}, options: 1},
		"TLS off":         {env: map[string]string{EnvTLS: "off", EnvCA: empty}},
		"TLS perhaps":     {env: map[string]string{EnvTLS: "yes"}, err: "want on or off"},
		"SASL over TLS":   {env: map[string]string{EnvTLS: "on", EnvSASL: "scram-sha-512", EnvUser: "me", EnvPassword: "secret"}, options: 2},
		"other mechanism": {env: map[string]string{EnvSASL: "kerberos"}, err: "want plain, scram-sha-256 or scram-sha-512"},
		"no authority":    {env: map[string]string{EnvCA: empty}, err: "holds no certificate"},
		"half a pair":     {env: map[string]string{EnvCert: empty}, err: "go together"},
		"no such file":    {env: map[string]string{EnvCA: empty + ".lost"}, err: EnvCA},
	} {
		options, err := security(func(name string) string { return test.env[name] })
		switch {
		case test.err == "" && (err != nil || len(options) != test.options):
			t.Errorf("%s: got %d options, %v", name, len(options), err)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s: got %v, want %s", name, err, test.err)
		}
	}
}
