package consumers

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// Limits are what the organisation says of the past: how long the archive keeps
// events, and how far back a replay may reach, which is as far as the archive
// where nothing else is said.
type Limits struct {
	Archive service.Duration  `yaml:"archive"`
	Window  service.Duration  `yaml:"window"`
	Topics  map[string]Limits `yaml:"topics"` // where a topic differs
}

// readLimits reads the file of replays. Other keys than these are somebody
// else's, unless they look like one of these mistyped.
func readLimits(fsys fs.FS, file string) (Limits, error) {
	if file == "" {
		return Limits{}, nil
	}
	info, err := fs.Stat(fsys, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Limits{}, &yamldoc.Error{Message: file + " does not exist"}
	case err != nil:
		return Limits{}, fmt.Errorf("read %s: %w", file, err)
	case info.Size() > yamldoc.MaxBytes:
		return Limits{}, &yamldoc.Error{Message: fmt.Sprintf("%s: %d bytes are over the limit of %d for one YAML file", file, info.Size(), yamldoc.MaxBytes)}
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return Limits{}, fmt.Errorf("read %s: %w", file, err)
	}
	doc, err := yamldoc.Parse(file, text)
	if err != nil {
		return Limits{}, err
	}
	limits, err := parseLimits(doc.Root())
	if err != nil {
		return limits, err
	}
	limits.Topics = map[string]Limits{}
	for _, topic := range doc.Root().Get("topics").Entries() {
		if limits.Topics[topic.Key], err = parseLimits(topic.Value); err != nil {
			return limits, err
		}
	}
	return limits, nil
}

func parseLimits(node yamldoc.Node) (Limits, error) {
	var limits Limits
	for _, entry := range node.Entries() {
		into := map[string]*service.Duration{"archive": &limits.Archive, "window": &limits.Window}[entry.Key]
		if into == nil {
			if hint := suggest.Hint(entry.Key, []string{"archive", "window", "topics"}); hint != "" && entry.Key != "topics" {
				return limits, &yamldoc.Error{Position: entry.Value.Position(), Message: fmt.Sprintf("unknown key %q%s", entry.Key, hint)}
			}
			continue
		}
		if err := into.UnmarshalText([]byte(entry.Value.Text())); err != nil {
			return limits, &yamldoc.Error{Position: entry.Value.Position(), Message: err.Error()}
		}
	}
	return limits, nil
}

// of returns what holds for a topic.
func (l Limits) of(topic string) Limits {
	one := l.Topics[topic]
	if one.Archive.Set {
		l.Archive = one.Archive
	}
	if one.Window.Set {
		l.Window = one.Window
	}
	return l
}
