package contract

import "github.com/evctl/evctl"

// FileInvalid is a file that a contract names and that cannot be read.
var FileInvalid = evctl.Rule{
	ID:       "contract/file-invalid",
	Severity: evctl.Error,
	Doc: `A file that a contract names is not what it should be.

The OpenAPI document, the metrics, the topics or the mesh configuration cannot be parsed, or are over a limit of size, depth or
expansion. The clauses of the RFC that need the file end with the verdict "error"; this finding is the one fact behind them all, at
the place where the parser gave up.

Mend the file. OpenAPI is read in versions 3.0 and 3.1; references that lead out of the document are not followed, and nothing is fetched.`,
}
