package contract

import "github.com/evctl/evctl"

// Invalid is a contract that cannot be read.
var Invalid = evctl.Rule{
	ID:       "contract/invalid",
	Severity: evctl.Error,
	Doc: `A contract.yaml is not a service contract.

A service whose contract cannot be read is judged by nothing, so this is an error of its own. The other services are judged all the same.

The message says what was found and what is wanted: an unknown key, with the key that was probably meant; a value that is none of
those possible; another apiVersion or kind than ` + "`evctl/v1` and `Service`" + `. Keys that begin with ` + "`x-`" + ` are yours. ` + "`evctl schema contract`" + ` prints
the JSON Schema for your editor.`,
}
