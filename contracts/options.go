package contracts

import (
	"context"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/service"
)

// Options say what to judge, and by what besides the services' own files. The
// zero value judges nothing.
type Options struct {
	Globs    []string // of contract.yaml files, relative to the root
	Guess    bool     // nobody chose the globs: leave out files that do not say apiVersion: evctl/…
	Others   []string // folders with contracts that are other repositories'
	Services []string // names; empty means all
	// Touched reports whether a service is wanted, by the files it consists of.
	// Nil means that all are.
	Touched func(files []string) bool

	Topics  string    // the organisation's file of topics, relative to the root
	Adopted time.Time // the day the RFC took effect; zero means that nothing is put off
	Now     time.Time
	Strict  bool // an inconclusive verdict is an error

	Exceptions *exceptions.File // nil if there is none
	Waivers    exceptions.Run   // by what exceptions are judged

	Source evctl.Source            // of published schemas; nil if there is no registry
	Whole  bool                    // Source knows every event type: one that it does not have is a finding
	Mode   func(string) evctl.Mode // of a subject; needed with Source
	// Field tells what a schema knows of a field, a JSON pointer with * for items
	// and keys. Nil leaves fields unjudged.
	Field  func(ctx context.Context, s *evctl.Schema, field string) Field
	Lint   *service.Lint // nil if no code was analysed
	Judged []string      // files of events that the envelope family judges
}

// org loads what holds for all services.
func (o Options) org(ctx context.Context, contracts []*service.Contract) (*service.Org, error) {
	org := &service.Org{Lint: o.Lint, Judged: o.Judged}
	if o.Exceptions != nil {
		org.Exceptions = o.Exceptions.List(o.Now, o.Waivers.Calendar)
		org.About = o.Exceptions.Apply(nil, o.Waivers)
	}
	if o.Source == nil {
		return org, nil
	}
	org.Subjects = map[string]service.Subject{}
	for _, c := range contracts {
		for _, p := range c.Spec.Publishes {
			for _, event := range p.Events {
				versions, err := o.Source.Versions(ctx, event)
				if err != nil {
					return nil, err
				}
				subject := service.Subject{Mode: o.Mode(event)}
				for _, v := range versions {
					if !v.Retired {
						subject.Versions++
					}
				}
				org.Subjects[event] = subject
			}
		}
	}
	return org, nil
}
