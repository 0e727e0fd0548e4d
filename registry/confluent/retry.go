package confluent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Limits of a conversation.
const (
	maxAnswer  = 32 << 20 // bytes of one answer
	minTries   = 3        // and at least two for every address
	firstPause = 200 * time.Millisecond
	maxPause   = 5 * time.Second // also if Retry-After says more
)

// retrying sends a request to the registry's addresses in turn until one
// answers. Every request of this package may be repeated: all are questions.
type retrying struct {
	inner   http.RoundTripper
	bases   []*url.URL
	timeout time.Duration
	good    atomic.Int64 // index of the address that answered last
}

// RoundTrip implements http.RoundTripper. Bodies of answers are read whole.
func (r *retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	tries := max(minTries, 2*len(r.bases))
	start := int(r.good.Load())
	for try := 0; ; try++ {
		at := (start + try) % len(r.bases)
		resp, err := r.attempt(req, r.bases[at])
		if err == nil && !temporary(resp.StatusCode) {
			r.good.Store(int64(at))
			return resp, nil
		}
		last := try+1 >= tries || errors.Is(err, errAnswer)
		if last || !sleep(req.Context(), pause(resp, try, len(r.bases))) {
			return resp, err
		}
	}
}

// attempt asks one address. The answer no longer depends on the connection.
func (r *retrying) attempt(req *http.Request, base *url.URL) (*http.Response, error) {
	ctx, cancel := context.WithTimeoutCause(req.Context(), r.timeout, fmt.Errorf("%s does not answer within %s", base.Host, r.timeout))
	defer cancel()
	out := req.Clone(ctx)
	target, err := url.Parse(strings.TrimSuffix(base.String(), "/") + req.URL.EscapedPath())
	if err != nil {
		return nil, err
	}
	target.RawQuery = req.URL.RawQuery
	out.URL, out.Host = target, target.Host
	if req.GetBody != nil {
		if out.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	resp, err := r.inner.RoundTrip(out)
	if err == nil {
		err = readBody(resp)
	}
	switch {
	case err == nil:
		return resp, nil
	case ctx.Err() != nil && req.Context().Err() == nil:
		return nil, context.Cause(ctx)
	}
	return nil, err
}

// errAnswer is an answer that another try would not change.
var errAnswer = errors.New("no answer of a schema registry")

func readBody(resp *http.Response) error {
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return err
	case len(text) > maxAnswer:
		return fmt.Errorf("%w: it is longer than the limit of %d bytes", errAnswer, maxAnswer)
	case resp.StatusCode/100 == 3:
		return fmt.Errorf("%w: it redirects to %s", errAnswer, oneLine(resp.Header.Get("Location")))
	case resp.StatusCode/100 == 2 && isHTML(resp, text):
		return fmt.Errorf("%w: it is a web page: is the address right?", errAnswer)
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	return nil
}

func isHTML(resp *http.Response, text []byte) bool {
	return strings.Contains(resp.Header.Get("Content-Type"), "html") || bytes.HasPrefix(bytes.TrimSpace(text), []byte("<"))
}

// temporary reports whether a status asks to come back later.
func temporary(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status/100 == 5
}

// pause says how long to wait before the next try: what the server asks for,
// else a random part of a doubling time; nothing while addresses are left that
// were not tried.
func pause(resp *http.Response, try, addresses int) time.Duration {
	if resp != nil {
		if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds >= 0 {
			return min(time.Duration(seconds)*time.Second, maxPause)
		}
	}
	if try+1 < addresses {
		return 0
	}
	limit := min(firstPause<<min(try, 10), maxPause)
	return limit/2 + rand.N(limit/2)
}

// sleep waits, unless the context would end before.
func sleep(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
