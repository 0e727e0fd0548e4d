package ci

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/serve"
)

// A Service says where to answer events, and whom.
type Service struct {
	Role    envelope.Role
	Address string // see serve.Listen
	Users   []int  // see serve.Options
	TLS     TLSFiles
	Grace   time.Duration   // see serve.Options
	Refresh time.Duration   // between two looks at the registry; 0 for one at the start
	Ready   func(at string) // called when clients can connect
	Failed  func(error)     // called when a refresh changes nothing
}

// TLSFiles are paths of PEM files; all are empty where no TLS is spoken. A
// certificate that is renewed counts from the next client on.
type TLSFiles struct {
	Certificate, Key string
	ClientCA         string // whose certificates clients must show; empty if they need none
}

func (f TLSFiles) config() (*tls.Config, error) {
	if f == (TLSFiles{}) {
		return nil, nil
	}
	certificate := func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(f.Certificate, f.Key)
		return &pair, err
	}
	if _, err := certificate(nil); err != nil {
		return nil, fmt.Errorf("read the certificate and its key: %w", err)
	}
	c := &tls.Config{GetCertificate: certificate}
	if f.ClientCA == "" {
		return c, nil
	}
	text, err := os.ReadFile(f.ClientCA)
	if err != nil {
		return nil, fmt.Errorf("read the certificates of clients: %w", err)
	}
	c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
	if !c.ClientCAs.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("read the certificates of clients: %s holds none", f.ClientCA)
	}
	return c, nil
}

// Serve answers events until ctx ends, by the schemas that the registry holds.
func Serve(ctx context.Context, cfg *config.Config, s Service) (err error) {
	if err := cfg.ResolveRules(Rules()); err != nil {
		return &UsageError{Err: err}
	}
	source, close, _, err := schemasOf(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, close()) }()
	if source == nil {
		return &UsageError{errors.New("no registry is configured: there is nothing to judge payloads by"), "evctl init writes a configuration"}
	}
	if err := refuseUnknown(ctx, source, s.Role.Schema()); err != nil {
		return err
	}
	v, err := s.validator(ctx, cfg, source)
	if err != nil {
		return err
	}
	options := serve.Options{MaxBytes: v.MaxBytes(), Users: s.Users, Grace: s.Grace}
	if options.TLS, err = s.TLS.config(); err != nil {
		return &UsageError{Err: err}
	}
	listener, err := serve.Listen(s.Address, options)
	if err != nil {
		return &UsageError{Err: err}
	}
	if s.Refresh > 0 {
		go v.RefreshEvery(ctx, s.Refresh, reopen(cfg), s.Failed)
	}
	s.Ready(listener.Addr().String())
	return serve.Serve(ctx, listener, func(event []byte) error { return v.ValidateAs(s.Role, event) }, options)
}

// validator loads the schemas. Where the registry that is configured cannot be
// asked what it calls them, events are judged without: nobody waits for it.
func (s Service) validator(ctx context.Context, cfg *config.Config, source evctl.Source) (*envelope.Validator, error) {
	options := eventOptions(cfg, source)
	c, ok := source.(called)
	if !ok {
		return envelope.NewValidator(ctx, source, options)
	}
	v, err := envelope.NewValidator(ctx, numbered{c}, options)
	if err == nil || ctx.Err() != nil {
		return v, err
	}
	s.Failed(err)
	return envelope.NewValidator(ctx, c, options)
}

// An opened registry is closed when it has been read.
type opened struct {
	evctl.Source
	close func() error
}

// Subjects lists those of the source.
func (o opened) Subjects() []string {
	return o.Source.(interface{ Subjects() []string }).Subjects()
}

func (o opened) Close() error { return o.close() }

// reopen returns what opens the registry as it is by then.
func reopen(cfg *config.Config) func(context.Context) (evctl.Source, error) {
	return func(ctx context.Context) (evctl.Source, error) {
		source, close, _, err := schemasOf(ctx, cfg)
		if err != nil {
			return nil, err
		}
		if c, ok := source.(called); ok {
			source = numbered{c}
		}
		return opened{source, close}, nil
	}
}
