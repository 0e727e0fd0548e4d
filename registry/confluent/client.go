// Package confluent reads a schema registry that speaks the REST interface of
// Confluent's: Confluent itself, Karapace, Redpanda, Apicurio and others.
//
// Call [Open]; the [Registry] is an evctl.Source. [Registry.Subjects] lists,
// [Registry.Mode] tells the compatibility mode, [Registry.WouldRefuse] asks the
// registry's own opinion of a new version. The package only reads: it
// registers, changes and deletes nothing. Calls are repeated where that may
// help, answers are bounded, and an [*Error] says in one line why a registry
// could not be asked.
package confluent

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/sr"

	"github.com/evctl/evctl"
)

// Config says where the registry is and who asks.
type Config struct {
	URLs    []string // addresses of one registry, tried in turn
	Name    string   // the registry's name in schema refs
	Context string   // of the registry; empty means the default one
	// SubjectTemplate makes the registry's subject of ours: "{subject}-value".
	// Empty means that both have one name.
	SubjectTemplate string
	Timeout         time.Duration // of one attempt; 5 seconds if zero

	User, Password string // basic authentication
	Token          string // or a bearer token
	CA, Cert, Key  string // PEM files: who signs the server, and the client's own
}

// Environment fills the credentials from EVCTL_REGISTRY_USER, _PASSWORD,
// _TOKEN, _CA, _CERT and _KEY, as getenv (os.Getenv) has them.
func (c Config) Environment(getenv func(string) string) Config {
	for name, field := range map[string]*string{
		"USER": &c.User, "PASSWORD": &c.Password, "TOKEN": &c.Token, "CA": &c.CA, "CERT": &c.Cert, "KEY": &c.Key,
	} {
		if value := getenv("EVCTL_REGISTRY_" + name); value != "" {
			*field = value
		}
	}
	return c
}

// A Registry is an open registry. It is safe for concurrent use. Versions that
// were read are kept in memory: they never change.
type Registry struct {
	config Config
	client *sr.Client

	mu    sync.Mutex
	cache map[evctl.SchemaRef]*answer
}

// placeholder is the address that the client believes in; the transport puts
// the real one in its place.
const placeholder = "http://registry.invalid"

// Open makes a client. It connects to nothing yet. The error is the caller's:
// an address or a file that cannot be used.
func Open(c Config) (*Registry, error) {
	if c.Timeout == 0 {
		c.Timeout = 5 * time.Second
	}
	if c.SubjectTemplate != "" && strings.Count(c.SubjectTemplate, subjectPart) != 1 {
		return nil, fmt.Errorf("subject template %q: want {subject} in it, once", c.SubjectTemplate)
	}
	bases, err := addresses(c.URLs)
	if err != nil {
		return nil, err
	}
	inner, err := transport(c)
	if err != nil {
		return nil, err
	}
	options := []sr.ClientOpt{
		sr.URLs(placeholder), sr.UserAgent("evctl"), sr.DefaultSchemaContext(c.Context),
		sr.HTTPClient(&http.Client{
			Transport:     &retrying{inner: inner, bases: bases, timeout: c.Timeout},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}),
	}
	switch {
	case c.Token != "" && c.User != "":
		return nil, errors.New("both a user and a token are set for the registry: want one")
	case c.Token != "":
		options = append(options, sr.BearerToken(c.Token))
	case c.User != "":
		options = append(options, sr.BasicAuth(c.User, c.Password))
	}
	client, err := sr.NewClient(options...)
	if err != nil {
		return nil, err
	}
	return &Registry{config: c, client: client, cache: map[evctl.SchemaRef]*answer{}}, nil
}

func addresses(urls []string) ([]*url.URL, error) {
	if len(urls) == 0 {
		return nil, errors.New("no address of a registry")
	}
	var bases []*url.URL
	for _, text := range urls {
		u, err := url.Parse(text)
		switch {
		case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
			return nil, errors.New("the registry's address is no http:// or https:// URL") // it may hold a secret
		case u.User != nil:
			return nil, fmt.Errorf("the address of %s holds credentials: want them in EVCTL_REGISTRY_USER and EVCTL_REGISTRY_PASSWORD", u.Host)
		case u.RawQuery != "" || u.Fragment != "":
			return nil, fmt.Errorf("the address of %s holds a query or fragment", u.Host)
		}
		bases = append(bases, u)
	}
	return bases, nil
}

func transport(c Config) (*http.Transport, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		pem, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, fmt.Errorf("read the registry's CA: %w", err)
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("read the registry's CA: %s holds no certificate in PEM", c.CA)
		}
		t.TLSClientConfig.RootCAs = pool
	}
	if (c.Cert == "") != (c.Key == "") {
		return nil, errors.New("a client certificate needs both the certificate and the key")
	}
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, fmt.Errorf("read the client certificate: %w", err)
		}
		t.TLSClientConfig.Certificates = []tls.Certificate{pair}
	}
	return t, nil
}
