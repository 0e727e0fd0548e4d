package rules

import "github.com/evctl/evctl"

// TypeNarrowed is a type that the new schema no longer allows.
var TypeNarrowed = evctl.Rule{
	ID:       "compat/type-narrowed",
	Severity: evctl.Error,
	Doc: `The new schema allows fewer types than the published one.

Old events of a type that is gone stop every new reader: what still lies in the
topic, in the archive, in a replay. Keep the type in the list until nobody
replays events that use it; readers may treat it as deprecated meanwhile.`,
}
