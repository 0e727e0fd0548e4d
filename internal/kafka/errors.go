package kafka

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ErrUnknownTopic says that the cluster has no such topic, or does not show it
// to this user.
var ErrUnknownTopic = errors.New("there is no such topic")

// An Error says why the brokers gave no usable answer, with the way out.
type Error struct {
	Message string // one line
	Hint    string // may be empty
	Err     error  // the cause
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Hints returns the ways out.
func (e *Error) Hints() []string { return []string{e.Hint} }

// explain words an error of the client.
func (c *Client) explain(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := func(cause string) string {
		return fmt.Sprintf("%s at %s: %s", what, strings.Join(c.brokers, ","), cause)
	}
	var said *kerr.Error
	if errors.As(err, &said) {
		return c.refusal(text, said)
	}
	var (
		unknown  x509.UnknownAuthorityError
		name     x509.HostnameError
		plain    tls.RecordHeaderError
		hung     *kgo.ErrFirstReadEOF
		alert    tls.AlertError
		dialling *net.OpError
	)
	switch {
	case errors.As(err, &unknown):
		return &Error{text("its certificate is signed by an unknown authority"), "name the authority's PEM file in " + EnvCA + " or kafka.tls.ca", err}
	case errors.As(err, &name):
		return &Error{text(name.Error()), "connect by a name that the certificate holds", err}
	case errors.As(err, &alert):
		return &Error{text(alert.Error()), "does it want a certificate of the client? name it in " + EnvCert + " and " + EnvKey + " or kafka.tls", err}
	case errors.As(err, &plain):
		return &Error{text("it does not speak TLS"), "leave out " + EnvTLS + ", " + EnvCA + " and kafka.tls", err}
	case errors.As(err, &hung) || errors.Is(err, io.EOF):
		return &Error{text("it ends the connection at once"), "is TLS or SASL amiss? see " + EnvTLS + ", " + EnvSASL + " and kafka in evctl.yaml", err}
	case errors.As(err, &dialling) && dialling.Op == "dial":
		return &Error{text("no broker answers: " + dialling.Err.Error()), "", err}
	}
	return &Error{text(err.Error()), "", err}
}

// refusal words what a broker answered.
func (c *Client) refusal(text func(string) string, said *kerr.Error) error {
	switch said {
	case kerr.UnknownTopicOrPartition:
		return &Error{text(ErrUnknownTopic.Error()), "a user without the right to see a topic is told the same", ErrUnknownTopic}
	case kerr.SaslAuthenticationFailed, kerr.UnsupportedSaslMechanism, kerr.IllegalSaslState:
		return &Error{text(said.Description), "see " + EnvSASL + ", " + EnvUser + " and " + EnvPassword + ", or kafka.sasl in evctl.yaml", said}
	case kerr.TopicAuthorizationFailed, kerr.GroupAuthorizationFailed, kerr.ClusterAuthorizationFailed:
		return &Error{text("the user may not do this: " + said.Message), "", said}
	}
	return &Error{text(said.Message + ": " + said.Description), "", said}
}
