package protobuf

import (
	"fmt"
	"reflect"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
)

// levels is a set of answers that a change turns into no.
type levels uint8

const (
	wire levels = 1 << iota
	json
	value
	source
	frame // a Confluent frame names a message by its index in the file
)

// names lists the answers, for programs.
func (l levels) names() []string {
	var names []string
	for i, name := range []string{"wire", "json", "value", "source", "frame"} {
		if l&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String lists them for people.
func (l levels) String() string {
	text := strings.Join(l.names(), ", ")
	if at := strings.LastIndex(text, ", "); at >= 0 {
		text = text[:at] + " and" + text[at+1:]
	}
	return strings.NewReplacer("json", "JSON", "frame", "readers that fix the message index").Replace(text)
}

// deciding returns the answers that the configured level makes errors.
func deciding(level evctl.Level) levels {
	switch level {
	case evctl.Wire:
		return wire
	case evctl.SourceLevel:
		return wire | json | source
	}
	return wire | json
}

// severity weighs broken answers against those that decide.
func (l levels) severity(deciding levels) evctl.Severity {
	switch {
	case l&deciding != 0:
		return evctl.Error
	case l&value != 0:
		return evctl.Warning
	}
	return evctl.Info
}

// An effect is what a change does in one direction.
type effect struct {
	breaks  levels
	witness *evctl.Witness
}

// effects holds the effect of a change in each direction that it breaks.
type effects map[evctl.Direction]effect

// both is the effect of a change that breaks either side alike.
func both(breaks levels, w *evctl.Witness) effects {
	return effects{evctl.Backward: {breaks, w}, evctl.Forward: {breaks, w}}
}

// An issue is a change as found, before it is known which directions are asked.
type issue struct {
	rule    evctl.Rule
	in      protoreflect.Descriptor // the element in the new version, or its nearest parent there
	was     protoreflect.Descriptor // in the old version
	path    string
	oldPath string // if it differs
	key     string
	message string
	remedy  string
	effects effects
}

// report turns an issue into findings: one, if both directions are asked, weigh
// the same and are shown by the same event, else one a direction.
func (c *comparer) report(is issue) {
	b, f := is.effects[evctl.Backward], is.effects[evctl.Forward]
	both := b.breaks != 0 && f.breaks != 0 && c.asked[evctl.Backward] && c.asked[evctl.Forward]
	if both && b.breaks.severity(c.deciding) == f.breaks.severity(c.deciding) && reflect.DeepEqual(b.witness, f.witness) {
		c.find(is, evctl.Both, effect{b.breaks | f.breaks, b.witness})
		return
	}
	for _, dir := range []evctl.Direction{evctl.Backward, evctl.Forward} {
		if e := is.effects[dir]; e.breaks != 0 && c.asked[dir] {
			c.find(is, dir, e)
		}
	}
}

// maxFindings bounds what is listed: the errors, and as many others.
const maxFindings = 1_000

// full reports whether as much is listed of what weighs like these answers as
// there is room for.
func (c *comparer) full(breaks levels) bool {
	return c.found[breaks.severity(c.deciding) == evctl.Error] >= maxFindings
}

func (c *comparer) find(is issue, dir evctl.Direction, e effect) {
	full := c.full(e.breaks)
	c.found[e.breaks.severity(c.deciding) == evctl.Error]++
	if full {
		return
	}
	f := is.rule.At(c.new.Position(is.in), "%s: breaks %s", is.message, e.breaks)
	f.Severity = e.breaks.severity(c.deciding)
	f.Levels = e.breaks.names()
	f.Path, f.Key, f.Direction, f.Witness, f.Remedy = is.path, is.key, dir, e.witness, is.remedy
	if is.was != nil {
		f.Old = &evctl.OldPosition{Position: c.old.Position(is.was), Path: is.oldPath}
		if f.Old.Path == "" {
			f.Old.Path = is.path
		}
	}
	c.findings = append(c.findings, f)
}

// more says what is not listed.
func (c *comparer) more() {
	for _, errors := range []bool{true, false} {
		if n := c.found[errors] - maxFindings; n > 0 {
			f := rules.MoreReasons.At(c.new.Position(c.new), "%d more %s are not listed", n, map[bool]string{true: "breaks", false: "remarks"}[errors])
			f.Key = fmt.Sprint(errors)
			c.findings = append(c.findings, f)
		}
	}
}

func (c *comparer) verdict() evctl.Verdict {
	if c.found[true] > 0 {
		return evctl.Incompatible
	}
	return evctl.Compatible
}
