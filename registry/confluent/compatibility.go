package confluent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/sr"

	"github.com/evctl/evctl"
)

// Mode returns the compatibility mode that the registry holds a subject to,
// and its own word for it. A word that is none of ours is an error.
func (r *Registry) Mode(ctx context.Context, subject string) (evctl.Mode, string, error) {
	theirs, err := r.theirs(subject)
	if err != nil {
		return evctl.Mode{}, "", err
	}
	var config struct {
		Level string `json:"compatibilityLevel"`
	}
	err = r.client.Do(sr.WithParams(ctx, sr.DefaultToGlobal), http.MethodGet, "/config/"+url.PathEscape(theirs), nil, &config)
	if isStatus(err, http.StatusNotFound) {
		err = r.client.Do(ctx, http.MethodGet, "/config", nil, &config)
	}
	if err != nil {
		return evctl.Mode{}, "", r.wrap(ctx, "read the mode of "+theirs, err)
	}
	mode, err := evctl.ParseMode(config.Level)
	return mode, oneLine(config.Level), err
}

// WouldRefuse asks the registry whether it would refuse the schema as the next
// version of its subject, under its own mode and rules, and why. A schema that
// the registry calls invalid would be refused. The error wraps ErrNotAsked if
// the schema refers to files that the registry does not hold.
func (r *Registry) WouldRefuse(ctx context.Context, subject string, s *evctl.Schema) (refused bool, reason string, err error) {
	theirs, err := r.theirs(subject)
	if err != nil {
		return false, "", err
	}
	question, err := r.question(s)
	if err != nil {
		return false, "", err
	}
	var opinion struct {
		Compatible bool     `json:"is_compatible"`
		Messages   []string `json:"messages"`
	}
	path := "/compatibility/subjects/" + url.PathEscape(theirs) + "/versions"
	verbose := sr.WithParams(ctx, sr.Verbose)
	err = r.client.Do(verbose, http.MethodPost, path, question, &opinion)
	if isStatus(err, http.StatusNotFound) || isStatus(err, http.StatusMethodNotAllowed) { // not offered by every registry
		err = r.client.Do(verbose, http.MethodPost, path+"/latest", question, &opinion)
	}
	var said *sr.ResponseError
	switch {
	case errors.As(err, &said) && isNotFound(said): // the first version of a subject
		return false, "", nil
	case errors.As(err, &said) && said.StatusCode == http.StatusUnprocessableEntity:
		return true, messageOf(said), nil
	case err != nil:
		return false, "", r.wrap(ctx, "ask about "+theirs, err)
	case opinion.Compatible:
		return false, "", nil
	}
	return true, reasonOf(opinion.Messages), nil
}

// question is the schema as the registry takes it, with its references: those
// that a registered version stands for.
func (r *Registry) question(s *evctl.Schema) (sr.Schema, error) {
	question := sr.Schema{Schema: string(s.Text), Type: map[evctl.Format]sr.SchemaType{
		evctl.Avro: sr.TypeAvro, evctl.JSON: sr.TypeJSON, evctl.Protobuf: sr.TypeProtobuf,
	}[s.Format]}
	for _, name := range slices.Sorted(maps.Keys(s.Refs)) {
		ref := s.Refs[name]
		if ref.Subject == "" {
			return sr.Schema{}, fmt.Errorf("%s refers to %s: %w", s.SchemaRef, ref.File, ErrNotAsked)
		}
		theirs, err := r.theirs(ref.Subject)
		if err != nil {
			return sr.Schema{}, err
		}
		question.References = append(question.References, sr.SchemaReference{Name: name, Subject: theirs, Version: ref.Version})
	}
	return question, nil
}

const maxReasons = 3 // of a refusal, in one message

func reasonOf(messages []string) string {
	if len(messages) == 0 {
		return "it gives no reason"
	}
	more := len(messages) - maxReasons
	reason := oneLine(strings.Join(messages[:min(len(messages), maxReasons)], "; "))
	if more > 0 {
		reason += fmt.Sprintf(" (and %d more)", more)
	}
	return reason
}

func isStatus(err error, status int) bool {
	var said *sr.ResponseError
	return errors.As(err, &said) && said.StatusCode == status
}
