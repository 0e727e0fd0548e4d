package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/internal/suggest"
)

// semantics are the flags that decide over the configuration's semantics.
type semantics struct {
	mode, policy, formats, draft, level, message string
}

var (
	modes    = []string{"NONE", "BACKWARD", "BACKWARD_ALL", "FORWARD", "FORWARD_ALL", "FULL", "FULL_ALL"}
	policies = []string{"lenient", "strict"}
	asserts  = []string{"annotate", "assert"}
	levels   = []string{"wire", "wire_json", "source"}
	drafts   = []string{"4", "6", "7", "2019-09", "2020-12"}
)

func (s *semantics) flags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&s.mode, "mode", "", "`MODE`: NONE, BACKWARD, FORWARD or FULL, also with _ALL (default: as configured, FULL_ALL)")
	flags.StringVar(&s.policy, "policy", "", "`POLICY`: lenient or strict (default: as configured, lenient)")
	flags.StringVar(&s.formats, "formats", "", "JSON Schema's format keyword: annotate or assert")
	flags.StringVar(&s.draft, "draft", "", "`DRAFT` of a JSON Schema that names none: "+strings.Join(drafts, ", "))
	flags.StringVar(&s.level, "level", "", "what a Protobuf change must keep working: wire, wire_json or source")
	flags.StringVar(&s.message, "message", "", "full `NAME` of the Protobuf message to compare (default: the first)")
	complete(c, "mode", fixed(modes...))
	complete(c, "policy", fixed(policies...))
	complete(c, "formats", fixed(asserts...))
	complete(c, "draft", fixed(drafts...))
	complete(c, "level", fixed(levels...))
}

// resolve joins the flags with the configuration, which may be nil.
func (s *semantics) resolve(conf *config.Config, subject string) (evctl.Mode, evctl.Semantics, error) {
	mode, sem := evctl.FullAll, evctl.Semantics{}
	if conf != nil {
		mode, sem = conf.Mode(subject), conf.Semantics.Evctl()
	}
	if s.mode != "" {
		var err error
		if mode, err = evctl.ParseMode(s.mode); err != nil {
			return mode, sem, usage("--mode FULL_ALL is the default", "--mode: %s", err)
		}
	}
	for _, choice := range []struct {
		flag, value string
		known       []string
	}{{"policy", s.policy, policies}, {"formats", s.formats, asserts}, {"level", s.level, levels}, {"draft", s.draft, drafts}} {
		if err := among(choice.flag, choice.value, choice.known); err != nil {
			return mode, sem, err
		}
	}
	sem.Policy = evctl.Policy(cmp.Or(s.policy, string(sem.Policy)))
	sem.Level = evctl.Level(cmp.Or(s.level, string(sem.Level)))
	sem.Draft = cmp.Or(s.draft, sem.Draft)
	if s.formats != "" {
		sem.AssertFormats = s.formats == "assert"
	}
	return mode, sem, nil
}

// among refuses a flag's value that is none of those known.
func among(flag, value string, known []string) error {
	for _, k := range known {
		if value == "" || value == k {
			return nil
		}
	}
	return usage("want "+strings.Join(known, ", "), "unknown value %q of --%s%s", value, flag, suggest.Hint(value, known))
}

func policyName(s evctl.Semantics) string { return cmp.Or(string(s.Policy), string(evctl.Lenient)) }

// pair resolves the two schemas of a comparison.
func (a *app) pair(ctx context.Context, conf *config.Config, oldName, newName, message string) (old, new *evctl.Schema, err error) {
	if old, err = ci.Resolve(ctx, conf, a.workDir(), oldName); err != nil {
		return nil, nil, err
	}
	if new, err = ci.Resolve(ctx, conf, a.workDir(), newName); err != nil {
		return nil, nil, err
	}
	if message != "" {
		old, new = withMessage(old, message), withMessage(new, message)
	}
	return old, new, nil
}

// withMessage returns a schema that stands for another message.
func withMessage(s *evctl.Schema, message string) *evctl.Schema {
	with := *s
	with.Message = message
	return &with
}
