package ci

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/confluent"
)

// openRemote makes a client of the remote registry that the configuration
// names; nil if it names none. Credentials come from the environment.
func openRemote(c config.Registry) (*confluent.Registry, error) {
	if (c.Glue != config.Glue{}) {
		return nil, &UsageError{errors.New("registry.glue: AWS Glue cannot be asked yet"), "leave it out to compare with git alone"}
	}
	if !c.Remote() {
		return nil, nil
	}
	remote, err := confluent.Open(confluent.Config{
		URLs: c.URLs(), Name: c.Name, Context: c.Context, SubjectTemplate: c.SubjectName,
	}.Environment(os.Getenv))
	if err != nil {
		return nil, &UsageError{err, "see registry in evctl.yaml and EVCTL_REGISTRY_… in the environment"}
	}
	return remote, nil
}

// hosts names the remote registry in a report.
func hosts(c config.Registry) string {
	var names []string
	for _, address := range c.URLs() {
		if u, err := url.Parse(address); err == nil {
			names = append(names, u.Host)
		}
	}
	return strings.Join(names, ", ")
}

// unreachable is an error of a registry that nobody answers for.
type unreachable struct{ error }

func (e unreachable) Unwrap() error { return e.error }

// Hints returns the way out.
func (unreachable) Hints() []string {
	return []string{"--offline leaves the registry out"}
}

// reached tells the way out of an error that a dialled registry did not answer.
func reached(err error) error {
	var network *net.OpError
	if errors.As(err, &network) {
		return unreachable{err}
	}
	return err
}

// parallelRequests bounds how many subjects are asked about at a time.
const parallelRequests = 8

// askRemote returns what the remote registry says of the subjects that the run
// looks at, and of the new versions that pass here.
func (r *run) askRemote(ctx context.Context, s *sides, verdicts []judged) ([]evctl.Finding, error) {
	var mu sync.Mutex
	var found []evctl.Finding
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelRequests)
	for _, subject := range s.looksAt() {
		q := inquiry{sides: s, subject: subject, ours: r.mode(s, subject)}
		if i := slices.IndexFunc(verdicts, func(v judged) bool { return v.subject == subject }); i >= 0 {
			q.passed = verdicts[i].passed
		}
		group.Go(func() error {
			err := q.ask(ctx)
			mu.Lock()
			defer mu.Unlock()
			found = append(found, q.findings...)
			r.notes = append(r.notes, q.notes...)
			return err
		})
	}
	err := group.Wait()
	slices.Sort(r.notes)
	return found, err
}

// inquiry is what one subject is asked about.
type inquiry struct {
	sides    *sides
	subject  string
	ours     evctl.Mode
	passed   []passed
	findings []evctl.Finding
	notes    []string
}

func (q *inquiry) ask(ctx context.Context) error {
	drift, err := q.sides.joined.Drift(ctx, q.subject)
	if err != nil {
		return err
	}
	q.findings = append(q.findings, drift...)
	if err := q.askMode(ctx); err != nil {
		return err
	}
	for _, p := range q.passed {
		refused, reason, err := q.sides.remote.WouldRefuse(ctx, q.subject, p.schema)
		switch {
		case errors.Is(err, confluent.ErrNotAsked):
			q.notes = append(q.notes, err.Error())
		case err != nil:
			return err
		case refused:
			q.findings = append(q.findings, registry.WouldRefuse(p.schema, reason, evctl.Judgement{Findings: p.strict}))
		}
	}
	return nil
}

func (q *inquiry) askMode(ctx context.Context) error {
	theirs, word, err := q.sides.remote.Mode(ctx, q.subject)
	switch {
	case err != nil && word != "":
		q.notes = append(q.notes, fmt.Sprintf("the registry holds %s to a mode that evctl does not know: %s", q.subject, word))
		return nil
	case err != nil:
		return err
	}
	at := q.sides.current.SettingsPosition(q.subject, "mode")
	q.findings = append(q.findings, registry.ModeDrift(q.subject, at, q.ours, theirs, word)...)
	return nil
}

// resolveRemote asks the remote registry for a version.
func resolveRemote(ctx context.Context, cfg *config.Config, name string, ref evctl.SchemaRef) (*evctl.Schema, error) {
	if cfg == nil || !cfg.Registry.Remote() {
		return nil, &UsageError{fmt.Errorf("%s:%s: no remote registry is configured", name, ref), "set registry.url in evctl.yaml"}
	}
	if cfg.Registry.Name != "" && name != cfg.Registry.Name {
		return nil, &UsageError{fmt.Errorf("%s:%s: the configured registry is %s", name, ref, cfg.Registry.Name), "want " + cfg.Registry.Name + ":" + ref.String()}
	}
	remote, err := openRemote(cfg.Registry)
	if err != nil {
		return nil, err
	}
	if ref.Registry != "" { // the subject's own first part, not a registry
		ref.Subject, ref.Registry = ref.Registry+"/"+ref.Subject, ""
	}
	schema, err := remote.Get(ctx, ref)
	if errors.Is(err, evctl.ErrNotFound) {
		return nil, &UsageError{err, "the registry at " + hosts(cfg.Registry) + " does not have it"}
	}
	return schema, err
}
