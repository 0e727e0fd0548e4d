// Package service reads a service's contract (contract.yaml) and the files it
// names: OpenAPI, metrics, mesh and client configuration, topics.
//
// Call [Load] for one service with all its inputs, or [Parse] for the contract
// alone. A contract is read strictly: unknown keys are errors with the key that
// was meant, keys that begin with x- are everybody's own. What a service names
// and does not have is a [Fault], and the inputs that need it say why they are
// missing; the rest is read all the same. Nothing is fetched. The package judges
// nothing: see contracts/rules.
package service
