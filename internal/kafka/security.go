package kafka

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/oauth"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// The variables that tell how to reach brokers. Secrets do not stand on a
// command line, where every process sees them.
const (
	EnvTLS       = "EVCTL_KAFKA_TLS"  // on: TLS with the system's authorities; off: none
	EnvCA        = "EVCTL_KAFKA_CA"   // TLS with the authorities of this PEM file
	EnvCert      = "EVCTL_KAFKA_CERT" // PEM file of the client's certificate, with EnvKey
	EnvKey       = "EVCTL_KAFKA_KEY"
	EnvSASL      = "EVCTL_KAFKA_SASL" // one of Mechanisms
	EnvUser      = "EVCTL_KAFKA_USER"
	EnvPassword  = "EVCTL_KAFKA_PASSWORD"
	EnvToken     = "EVCTL_KAFKA_TOKEN" // of oauthbearer
	EnvTokenFile = "EVCTL_KAFKA_TOKEN_FILE"
)

// The mechanisms of SASL.
const (
	Plain       = "plain"
	Scram256    = "scram-sha-256"
	Scram512    = "scram-sha-512"
	OAuthBearer = "oauthbearer"
)

// Mechanisms lists them.
func Mechanisms() []string { return []string{Plain, Scram256, Scram512, OAuthBearer} }

// Settings say how to reach brokers. The zero value speaks plain text to whoever
// listens.
type Settings struct {
	TLS           bool   // with the system's authorities; files speak TLS, too
	CA, Cert, Key string // PEM files

	Mechanism  string // of SASL; empty is none
	User       string
	Password   Secret
	Token      Secret            // of oauthbearer
	Extensions map[string]string // of oauthbearer
}

// A Secret is read anew for each login: one that is renewed counts from the next.
type Secret struct{ Env, File string } // one of them

// maxSecret bounds a password or token, in bytes.
const maxSecret = 1 << 16

// read returns the secret without the line break at its end.
func (s Secret) read(environ func(string) string) (string, error) {
	if s.File == "" {
		secret := environ(s.Env)
		if secret == "" {
			return "", fmt.Errorf("the variable %s is not set", s.Env)
		}
		return secret, nil
	}
	f, err := os.Open(s.File)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	switch secret := strings.TrimRight(string(text), "\r\n"); {
	case err != nil:
		return "", err
	case len(text) > maxSecret:
		return "", fmt.Errorf("%s: more than %d bytes are no secret", s.File, maxSecret)
	case secret == "":
		return "", fmt.Errorf("%s is empty", s.File)
	default:
		return secret, nil
	}
}

// override has the environment count before the settings.
func (s Settings) override(environ func(string) string) (Settings, error) {
	for name, field := range map[string]*string{EnvCA: &s.CA, EnvCert: &s.Cert, EnvKey: &s.Key, EnvSASL: &s.Mechanism, EnvUser: &s.User} {
		if value := environ(name); value != "" {
			*field = value
		}
	}
	if environ(EnvPassword) != "" || s.Password == (Secret{}) {
		s.Password = Secret{Env: EnvPassword}
	}
	if file := environ(EnvTokenFile); file != "" {
		s.Token = Secret{File: file}
	} else if environ(EnvToken) != "" || s.Token == (Secret{}) {
		s.Token = Secret{Env: EnvToken}
	}
	switch on := environ(EnvTLS); on {
	case "":
		s.TLS = s.TLS || s.CA != "" || s.Cert != "" || s.Key != ""
	case "on", "off":
		s.TLS = on == "on"
	default:
		return s, fmt.Errorf("%s is %q: want on or off", EnvTLS, on)
	}
	if s.Mechanism != "" && !slices.Contains(Mechanisms(), s.Mechanism) {
		return s, fmt.Errorf("SASL mechanism %q: want one of %s", s.Mechanism, strings.Join(Mechanisms(), ", "))
	}
	return s, nil
}

func security(s Settings, environ func(string) string) ([]kgo.Opt, error) {
	s, err := s.override(environ)
	if err != nil {
		return nil, err
	}
	var options []kgo.Opt
	if s.TLS {
		config, err := s.transport()
		if err != nil {
			return nil, err
		}
		options = append(options, kgo.DialTLSConfig(config))
	}
	if s.Mechanism != "" {
		mechanism, err := s.mechanism(environ)
		if err != nil {
			return nil, err
		}
		options = append(options, kgo.SASL(mechanism))
	}
	return options, nil
}

// mechanism reads the secret once, to tell early that it cannot be read.
func (s Settings) mechanism(environ func(string) string) (sasl.Mechanism, error) {
	secret := s.Password
	if s.Mechanism == OAuthBearer {
		secret = s.Token
	} else if s.User == "" {
		return nil, fmt.Errorf("SASL %s: no user, set %s", s.Mechanism, EnvUser)
	}
	if _, err := secret.read(environ); err != nil {
		return nil, fmt.Errorf("SASL %s: %w", s.Mechanism, err)
	}
	switch s.Mechanism {
	case OAuthBearer:
		return oauth.Oauth(func(context.Context) (oauth.Auth, error) {
			token, err := secret.read(environ)
			return oauth.Auth{Token: token, Extensions: s.Extensions}, err
		}), nil
	case Plain:
		return plain.Plain(func(context.Context) (plain.Auth, error) {
			password, err := secret.read(environ)
			return plain.Auth{User: s.User, Pass: password}, err
		}), nil
	}
	login := func(context.Context) (scram.Auth, error) {
		password, err := secret.read(environ)
		return scram.Auth{User: s.User, Pass: password}, err
	}
	if s.Mechanism == Scram256 {
		return scram.Sha256(login), nil
	}
	return scram.Sha512(login), nil
}

func (s Settings) transport() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.CA != "" {
		pem, err := os.ReadFile(s.CA)
		if err != nil {
			return nil, fmt.Errorf("read the authorities of brokers: %w", err)
		}
		if config.RootCAs = x509.NewCertPool(); !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("read the authorities of brokers: %s holds no certificate", s.CA)
		}
	}
	if (s.Cert == "") != (s.Key == "") {
		return nil, errors.New("the client's certificate and its key go together")
	}
	if s.Cert != "" {
		pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("read the client's certificate: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
