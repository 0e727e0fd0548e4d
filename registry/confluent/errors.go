package confluent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/twmb/franz-go/pkg/sr"

	"github.com/evctl/evctl"
)

// ErrUnknownFormat says that a subject is in a schema language that evctl does
// not read. Other subjects can be read.
var ErrUnknownFormat = errors.New("unknown schema language")

// ErrNotAsked says that the registry cannot be asked about a schema, because
// it refers to files that the registry does not hold.
var ErrNotAsked = errors.New("the registry cannot be asked")

// An Error says why the registry gave no usable answer.
type Error struct {
	Address string // host of the registry
	Message string // one line
	Hint    string // what to do; may be empty
	Err     error  // the cause, if it is more than the message
}

func (e *Error) Error() string {
	text := "registry " + e.Address + ": " + e.Message
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// wrap turns an error of the client into evctl.ErrNotFound or an *Error.
func (r *Registry) wrap(ctx context.Context, what string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	base, _ := url.Parse(r.config.URLs[0]) // Open has parsed it
	own := &Error{Address: base.Host, Err: err}
	var said *sr.ResponseError
	if !errors.As(err, &said) {
		own.Message = what + ": " + oneLine(cause(err))
		return own
	}
	if isNotFound(said) {
		return fmt.Errorf("%s: %w", what, evctl.ErrNotFound)
	}
	own.Message = fmt.Sprintf("%s: it answers %d %s", what, said.StatusCode, http.StatusText(said.StatusCode))
	if text := messageOf(said); text != "" {
		own.Message += ": " + text
	}
	switch said.StatusCode {
	case http.StatusUnauthorized:
		own.Hint = "set EVCTL_REGISTRY_USER and EVCTL_REGISTRY_PASSWORD, or EVCTL_REGISTRY_TOKEN"
	case http.StatusForbidden:
		own.Hint = "the credentials may not read this"
	case http.StatusNotFound:
		own.Hint = "is the address right?"
	}
	return own
}

// isNotFound reports whether a 404 speaks of a subject, version or schema: the
// registry's codes 40401 to 40407. Any other 404 is a wrong address.
func isNotFound(said *sr.ResponseError) bool {
	return said.StatusCode == http.StatusNotFound && said.ErrorCode >= 40401 && said.ErrorCode <= 40407
}

// messageOf returns what the registry says, unless it is a web page.
func messageOf(said *sr.ResponseError) string {
	if json.Valid(said.Raw) {
		return oneLine(said.Message)
	}
	if strings.HasPrefix(string(said.Raw), "<") {
		return "a web page"
	}
	return oneLine(string(said.Raw))
}

// cause drops the layers that repeat method and placeholder address.
func cause(err error) string {
	var failed *url.Error
	for errors.As(err, &failed) {
		err = failed.Err
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return "the answer is no JSON"
	}
	if inner := errors.Unwrap(err); inner != nil && strings.Contains(err.Error(), placeholder) {
		return inner.Error()
	}
	return err.Error()
}

const maxMessage = 300 // bytes of a text from outside in one message

// oneLine makes a text from outside fit into a message.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}
