package kafka

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecurity(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty, secret, large := file("empty", ""), file("secret", "s3cret\n"), file("large", strings.Repeat("a", maxSecret+1))
	type environment = map[string]string
	for name, test := range map[string]struct {
		settings Settings
		env      environment
		options  int
		err      string
	}{
		"plain text":            {},
		"TLS":                   {env: environment{EnvTLS: "on"}, options: 1},
		"TLS, configured":       {settings: Settings{TLS: true}, options: 1},
		"TLS off":               {settings: Settings{TLS: true}, env: environment{EnvTLS: "off", EnvCA: empty}},
		"TLS perhaps":           {env: environment{EnvTLS: "yes"}, err: "want on or off"},
		"SASL over TLS":         {env: environment{EnvTLS: "on", EnvSASL: "scram-sha-512", EnvUser: "me", EnvPassword: "secret"}, options: 2},
		"SASL, configured":      {settings: Settings{Mechanism: Scram256, User: "me", Password: Secret{File: secret}}, options: 1},
		"another variable":      {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{Env: "MINE"}}, env: environment{"MINE": "secret"}, options: 1},
		"the environment first": {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{File: empty}}, env: environment{EnvPassword: "secret"}, options: 1},
		"bearer":                {env: environment{EnvSASL: OAuthBearer, EnvToken: "t"}, options: 1},
		"bearer, from a file":   {env: environment{EnvSASL: OAuthBearer, EnvTokenFile: secret, EnvToken: ""}, options: 1},
		"no token":              {env: environment{EnvSASL: OAuthBearer}, err: "the variable EVCTL_KAFKA_TOKEN is not set"},
		"no user":               {env: environment{EnvSASL: Plain, EnvPassword: "secret"}, err: "no user, set EVCTL_KAFKA_USER"},
		"no password":           {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{Env: "MINE"}}, err: "the variable MINE is not set"},
		"an empty secret":       {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{File: empty}}, err: "is empty"},
		"a large secret":        {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{File: large}}, err: "more than 65536 bytes"},
		"no secret":             {settings: Settings{Mechanism: Plain, User: "me", Password: Secret{File: empty + ".lost"}}, err: "no such file"},
		"other mechanism":       {env: environment{EnvSASL: "kerberos"}, err: "want one of plain, scram-sha-256, scram-sha-512, oauthbearer"},
		"no authority":          {env: environment{EnvCA: empty}, err: "holds no certificate"},
		"half a pair":           {env: environment{EnvCert: empty}, err: "go together"},
		"no such file":          {env: environment{EnvCA: empty + ".lost"}, err: "read the authorities of brokers"},
	} {
		options, err := security(test.settings, func(name string) string { return test.env[name] })
		switch {
		case test.err == "" && (err != nil || len(options) != test.options):
			t.Errorf("%s: got %d options, %v", name, len(options), err)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s: got %v, want %s", name, err, test.err)
		}
	}
}
