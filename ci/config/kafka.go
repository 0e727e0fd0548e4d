package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The mechanisms of SASL.
const (
	bearer     = "oauthbearer"
	mechanisms = "plain scram-sha-256 scram-sha-512 " + bearer
)

// Kafka says how the brokers are reached that evctl validate kafka://… names. The
// environment (EVCTL_KAFKA_…) counts before it. No secret stands in it.
type Kafka struct {
	TLS  KafkaTLS `yaml:"tls"`
	SASL SASL     `yaml:"sasl"`
}

// KafkaTLS is spoken if it is enabled or names a file. The files are PEM; they may
// be absolute.
type KafkaTLS struct {
	Enabled bool   `yaml:"enabled"` // with the system's authorities, unless ca names others
	CA      string `yaml:"ca"`
	Cert    string `yaml:"cert"` // the client's, with its key
	Key     string `yaml:"key"`
}

// SASL says who asks. A password or token is read from an environment variable or
// a file, which may be absolute, for each login.
type SASL struct {
	Mechanism    string            `yaml:"mechanism"` // plain, scram-sha-256, scram-sha-512, oauthbearer
	User         string            `yaml:"user"`
	PasswordEnv  string            `yaml:"password-env"`
	PasswordFile string            `yaml:"password-file"`
	TokenEnv     string            `yaml:"token-env"` // of oauthbearer
	TokenFile    string            `yaml:"token-file"`
	Extensions   map[string]string `yaml:"extensions"` // of oauthbearer, that the broker asks for
}

// Path is where a path of the configuration leads: below Root, unless it is
// absolute.
func (c *Config) Path(file string) string {
	if file == "" || path.IsAbs(file) {
		return file
	}
	return filepath.Join(c.Root, filepath.FromSlash(file))
}

// certificates are the files of TLS.
func (k *Kafka) certificates() []place {
	return []place{
		{&k.TLS.CA, []any{"kafka", "tls", "ca"}},
		{&k.TLS.Cert, []any{"kafka", "tls", "cert"}},
		{&k.TLS.Key, []any{"kafka", "tls", "key"}},
	}
}

// relative are the paths that are relative to the configuration.
func (k *Kafka) relative() []place {
	all := append(k.certificates(),
		place{&k.SASL.PasswordFile, []any{"kafka", "sasl", "password-file"}},
		place{&k.SASL.TokenFile, []any{"kafka", "sasl", "token-file"}})
	return slices.DeleteFunc(all, func(p place) bool { return path.IsAbs(*p.path) })
}

func (c *Config) checkKafka() error {
	s, t := c.Kafka.SASL, c.Kafka.TLS
	at := func(key string) []any { return []any{"kafka", "sasl", key} }
	for _, name := range []struct{ key, text string }{{"password-env", s.PasswordEnv}, {"token-env", s.TokenEnv}} {
		if name.text != "" && !isVariable(name.text) {
			return c.errorAt(at(name.key), "no name of an environment variable, which holds the secret") // it may be one
		}
	}
	switch {
	case (t.Cert == "") != (t.Key == ""):
		return c.errorAt([]any{"kafka", "tls"}, "cert and key go together")
	case s.Mechanism == "" && (s.User != "" || s.PasswordEnv+s.PasswordFile+s.TokenEnv+s.TokenFile != ""):
		return c.errorAt([]any{"kafka", "sasl"}, "no mechanism, want one of %s", strings.ReplaceAll(mechanisms, " ", ", "))
	case s.PasswordEnv != "" && s.PasswordFile != "":
		return c.errorAt(at("password-file"), "password-env and password-file are two places of one password, want one")
	case s.TokenEnv != "" && s.TokenFile != "":
		return c.errorAt(at("token-file"), "token-env and token-file are two places of one token, want one")
	case s.Mechanism == bearer && s.PasswordEnv+s.PasswordFile != "":
		return c.errorAt(at("mechanism"), "oauthbearer takes a token, no password")
	case s.Mechanism != "" && s.Mechanism != bearer && (s.TokenEnv+s.TokenFile != "" || len(s.Extensions) > 0):
		return c.errorAt(at("mechanism"), "%s takes a user and a password, no token or extensions", s.Mechanism)
	}
	return nil
}

// isVariable reports whether a text is what names of variables are made of.
func isVariable(text string) bool {
	return strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == "" && (text[0] < '0' || text[0] > '9')
}
