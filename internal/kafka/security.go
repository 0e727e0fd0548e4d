package kafka

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// The variables that tell how to reach brokers. Secrets do not stand on a
// command line, where every process sees them.
const (
	EnvTLS      = "EVCTL_KAFKA_TLS"  // on: TLS with the system's authorities
	EnvCA       = "EVCTL_KAFKA_CA"   // TLS with the authorities of this PEM file
	EnvCert     = "EVCTL_KAFKA_CERT" // PEM file of the client's certificate, with EnvKey
	EnvKey      = "EVCTL_KAFKA_KEY"
	EnvSASL     = "EVCTL_KAFKA_SASL" // plain, scram-sha-256, scram-sha-512
	EnvUser     = "EVCTL_KAFKA_USER"
	EnvPassword = "EVCTL_KAFKA_PASSWORD"
)

func security(environ func(string) string) ([]kgo.Opt, error) {
	var options []kgo.Opt
	config, err := transport(environ)
	if err != nil {
		return nil, err
	}
	if config != nil {
		options = append(options, kgo.DialTLSConfig(config))
	}
	user, password := environ(EnvUser), environ(EnvPassword)
	switch mechanism := environ(EnvSASL); mechanism {
	case "":
	case "plain":
		options = append(options, kgo.SASL(plain.Auth{User: user, Pass: password}.AsMechanism()))
	case "scram-sha-256":
		options = append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha256Mechanism()))
	case "scram-sha-512":
		options = append(options, kgo.SASL(scram.Auth{User: user, Pass: password}.AsSha512Mechanism()))
	default:
		return nil, fmt.Errorf("%s is %q: want plain, scram-sha-256 or scram-sha-512", EnvSASL, mechanism)
	}
	return options, nil
}

// transport returns nil without TLS.
func transport(environ func(string) string) (*tls.Config, error) {
	ca, cert, key := environ(EnvCA), environ(EnvCert), environ(EnvKey)
	switch on := environ(EnvTLS); {
	case on != "" && on != "on" && on != "off":
		return nil, fmt.Errorf("%s is %q: want on or off", EnvTLS, on)
	case on == "off" || on == "" && ca == "" && cert == "":
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", EnvCA, err)
		}
		if config.RootCAs = x509.NewCertPool(); !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s: %s holds no certificate", EnvCA, ca)
		}
	}
	if (cert == "") != (key == "") {
		return nil, errors.New(EnvCert + " and " + EnvKey + " go together")
	}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", EnvCert, err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
