package link

import (
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

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
	switch word {
	case "publish":
		return catalog.Publish, true
	case "outbox":
		return catalog.Outbox, true
	case "store":
		return catalog.Write, true
	}
	return "", false
}

// called names what a site calls, for people.
func (s *Site) called() string {
	if s.Iface != nil {
		return sinkName(s.Iface.Name + "." + methodName(s.Method))
	}
	return sinkName(s.Func)
}
