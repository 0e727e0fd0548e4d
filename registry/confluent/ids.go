package confluent

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/twmb/franz-go/pkg/sr"

	"github.com/evctl/evctl"
)

// maxNamed bounds the versions that are read of one id: a text that many subjects
// share has one.
const maxNamed = 100

// ByID returns the versions whose id it is, none if the registry does not know it.
// Those of subjects that are not ours are left out.
func (r *Registry) ByID(ctx context.Context, id uint32) ([]*evctl.Schema, error) {
	what := fmt.Sprintf("read the versions of schema id %d", id)
	var named []struct {
		Subject string `json:"subject"`
		Version int    `json:"version"`
	}
	err := r.client.Do(ctx, http.MethodGet, fmt.Sprintf("/schemas/ids/%d/versions", id), nil, &named)
	if err = r.wrap(ctx, what, err); errors.Is(err, evctl.ErrNotFound) {
		return nil, nil
	}
	if err == nil && len(named) > maxNamed {
		err = r.wrap(ctx, what, fmt.Errorf("%d of them are over the limit of %d", len(named), maxNamed))
	}
	if err != nil {
		return nil, err
	}
	var versions []*evctl.Schema
	for _, n := range named {
		ours, ok := r.ours(n.Subject)
		if !ok || checkSubject(n.Subject) != nil {
			continue
		}
		v, err := r.version(ctx, ours, n.Subject, n.Version)
		if errors.Is(err, ErrUnknownFormat) {
			continue
		}
		if err != nil {
			return nil, err
		}
		versions = append(versions, v)
	}
	return versions, nil
}

// ByGUID returns the versions whose GUID it is, none if the registry does not know
// it, or is too old to have any.
func (r *Registry) ByGUID(ctx context.Context, guid string) ([]*evctl.Schema, error) {
	what := "read the ids of schema GUID " + guid
	var ids []struct {
		Context string `json:"context"`
		ID      uint32 `json:"id"`
	}
	err := r.client.Do(ctx, http.MethodGet, "/schemas/guids/"+guid+"/ids", nil, &ids)
	var said *sr.ResponseError
	if errors.As(err, &said) && said.StatusCode == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, r.wrap(ctx, what, err)
	}
	for _, id := range ids {
		if strings.Trim(id.Context, ".") == strings.Trim(r.config.Context, ".") { // each has one
			return r.ByID(ctx, id.ID)
		}
	}
	return nil, nil
}
