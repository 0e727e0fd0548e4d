package service

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/internal/yamldoc"
)

// Org is what holds for all services of a run. The zero value knows nothing.
type Org struct {
	Topics     Input[map[string]Topic]
	Exceptions []exceptions.Row // the valid entries of the file, if there is one
	About      []evctl.Finding  // about the exceptions themselves

	// Subjects are the published event types; nil if there is no registry.
	Subjects map[string]Subject
	Lint     *Lint // nil if no code was analysed
	// Judged are files of events that the envelope family judges, so that what
	// is wrong there is its finding.
	Judged []string
	Fleet  []*Service
	// Fault is what is wrong with the topics file.
	Fault *Fault
}

// A Subject is an event type in the registry.
type Subject struct {
	Versions int // that are not retired
	Mode     evctl.Mode
}

// Lint is what the analysis of Go code found.
type Lint struct {
	Findings []evctl.Finding
	Folders  []string // analysed, relative to the repository's root; with what is below them
}

// A Topic is a Kafka topic as far as rules need it.
type Topic struct {
	Retention time.Duration // Forever for -1
	Segment   time.Duration // 0 where it is not set
	Position  evctl.Position
}

// Waivers returns the ids of the exceptions that the contract names, then of
// the others that are about the service.
func (s *Service) Waivers() []string {
	ids := slices.Clone(s.Spec.Waivers)
	for _, row := range s.Org.Exceptions {
		if row.Match.Service == s.Metadata.Name && !slices.Contains(ids, row.ID) {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// Exception returns the valid exception with an id.
func (o *Org) Exception(id string) (exceptions.Row, bool) {
	i := slices.IndexFunc(o.Exceptions, func(row exceptions.Row) bool { return row.ID == id })
	if i < 0 {
		return exceptions.Row{}, false
	}
	return o.Exceptions[i], true
}

// AboutException returns the first finding of the given rules about an
// exception.
func (o *Org) AboutException(id string, rules ...string) (evctl.Finding, bool) {
	for _, f := range o.About {
		if f.Subject == id && slices.Contains(rules, f.Rule) {
			return f, true
		}
	}
	return evctl.Finding{}, false
}

// LoadTopics reads the organisation's file of topics: a mapping topics of names
// to Kafka settings with the names of AsyncAPI's Kafka binding 0.5.0.
func (o *Org) LoadTopics(fsys fs.FS, file string) error {
	if file == "" {
		o.Topics.Why = "org.topics of evctl.yaml names no file"
		return nil
	}
	o.Topics.State, o.Topics.Why = Broken, file+" cannot be read"
	info, err := fs.Stat(fsys, file)
	if errors.Is(err, fs.ErrNotExist) {
		o.Fault = &Fault{Missing, file, file + " does not exist", evctl.Position{File: file}}
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	if info.Size() > yamldoc.MaxBytes {
		o.Fault = &Fault{Unreadable, file, fmt.Sprintf("%d bytes are over the limit of %d for one YAML file", info.Size(), yamldoc.MaxBytes), evctl.Position{File: file, Line: 1, Column: 1}}
		return nil
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	topics, err := parseTopics(file, text)
	var wrong *yamldoc.Error
	if errors.As(err, &wrong) {
		o.Fault = &Fault{Unreadable, file, wrong.Message, wrong.Position}
		return nil
	}
	o.Topics = Input[map[string]Topic]{Value: topics, State: Present}
	return err
}

func parseTopics(file string, text []byte) (map[string]Topic, error) {
	doc, err := yamldoc.Parse(file, text)
	if err != nil {
		return nil, err
	}
	list := doc.Root().Get("topics")
	if !list.IsMapping() {
		return nil, &yamldoc.Error{Position: doc.Position("topics"), Message: "no mapping topics, want one of names to settings"}
	}
	out := map[string]Topic{}
	for _, entry := range list.Entries() {
		settings := entry.Value.Get("topicConfiguration")
		topic := Topic{Position: entry.Value.Position()}
		if topic.Retention, err = milliseconds(settings.Get("retention.ms")); err != nil {
			return nil, err
		}
		if topic.Segment, err = milliseconds(settings.Get("segment.ms")); err != nil {
			return nil, err
		}
		if at := settings.Get("retention.ms"); at.Exists() {
			topic.Position = at.Position()
		}
		out[entry.Key] = topic
	}
	return out, nil
}

func milliseconds(node yamldoc.Node) (time.Duration, error) {
	if !node.Exists() {
		return 0, nil
	}
	n, err := strconv.ParseInt(node.Text(), 10, 64)
	switch {
	case err != nil || n < -1:
		return 0, &yamldoc.Error{Position: node.Position(), Message: fmt.Sprintf("%q is no time in milliseconds, want -1 or more", node.Text())}
	case n == -1 || n > int64(Forever/time.Millisecond):
		return Forever, nil
	}
	return time.Duration(n) * time.Millisecond, nil
}
