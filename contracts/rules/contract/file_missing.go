package contract

import "github.com/evctl/evctl"

// FileMissing is a file that a contract names and that does not exist.
var FileMissing = evctl.Rule{
	ID:       "contract/file-missing",
	Severity: evctl.Error,
	Doc: `A contract names a file that is not there, or that lies outside the repository.

A contract states little itself; it points at the OpenAPI document, the migrations, the mesh configuration, the evidence. Where such a
pointer leads to nothing, the rules that need the file cannot judge, and the promise behind it is empty.

Paths are relative to the contract and stay inside the repository.`,
}
