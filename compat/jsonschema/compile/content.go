package compile

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsonschema"
)

// content reads the keywords that judge what is in a string, where formats are
// asserted. Two schemas of contents are told apart, and not looked into.
func (r *reader) content() {
	encoding, mediaType, schema := jsonschema.Content(r.at.node, r.at.res.draft)
	say := func(keyword, format string) {
		if at, ok := r.keyword(keyword); ok && format != "" {
			r.say(keyword, at, r.graph.Node(logic.Node{Kind: logic.Format, Text: format}))
		}
	}
	say("contentEncoding", encoding)
	say("contentMediaType", mediaType)
	if schema != nil {
		say("contentSchema", "contentSchema "+r.digestOf(r.at.to(schema)))
	}
}
