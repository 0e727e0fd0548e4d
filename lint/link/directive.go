package link

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// A Directive is one that stands in the code.
type Directive struct {
	effects.Directive
	Used bool // it names the exception for a finding
}

// Exception returns the exception that the code names for a finding, or "", and
// marks the directives that do.
func (p *Program) Exception(f evctl.Finding) string {
	found := ""
	for _, d := range p.Directives {
		rule, exception := d.Ignores()
		if rule == f.Rule && exception != "" && d.Pos.File == f.Position.File && d.Pos.Line <= f.Position.Line && f.Position.Line <= d.Last {
			d.Used, found = true, exception
		}
	}
	return found
}

// directed returns what a directive says that a call of the site does: on the
// method of an interface, //evctl:publish, //evctl:outbox or //evctl:store, or
// on the function that is called. Nobody looks further then.
func (p *Program) directed(s *Site) (catalog.Effect, bool) {
	if s.Iface != nil {
		if i := p.interfaces[s.Iface.Name]; i != nil {
			return directive(i.Directives[methodName(s.Method)])
		}
	}
	for _, t := range s.Targets {
		if t.Arg >= 0 {
			continue
		}
		for _, word := range t.Directive {
			if effect, ok := directive(word); ok {
				return effect, true
			}
		}
	}
	return "", false
}

func directive(text string) (catalog.Effect, bool) {
	word, _, _ := strings.Cut(text, " ")
	if word == "" {
		return "", false
	}
	effect, err := catalog.Directive(word)
	return effect, err == nil
}

// called names what a site calls, for people.
func (s *Site) called() string {
	if s.Iface != nil {
		return sinkName(s.Iface.Name + "." + methodName(s.Method))
	}
	return sinkName(s.Func)
}
