package rules

import "github.com/evctl/evctl"

// ModeDrift reports: a subject's compatibility mode or policy became looser, or differs from the registry's.
var ModeDrift = evctl.Rule{
	ID:       "registry/mode-drift",
	Severity: evctl.Warning,
	Doc: `A subject's compatibility mode or policy became looser, or differs from the registry's.

A change that loosens the rules it is judged by passes without being judged. If
it is meant, let it be reviewed on its own. Where the remote registry asks for
less than the configuration, anyone who registers directly gets past this check;
where it asks for more, it will refuse what passes here. Set the same mode in
both.`,
}
