package contract

import "github.com/evctl/evctl"

// OperationUnknown is an operation that the OpenAPI document does not have.
var OperationUnknown = evctl.Rule{
	ID:       "contract/operation-unknown",
	Severity: evctl.Error,
	Doc: `A contract speaks of an operation that the OpenAPI document does not have.

What the contract says there (that the operation moves money, whom it calls) holds for nothing, and the operation that was meant is
judged without it.

The keys of ` + "`operations`" + ` are operationIds of the document. Rename the key with the operation.`,
}
