// Package contracts judges services by the idempotency and retry RFC: it finds
// the contracts of a repository, loads what they refer to, and asks every rule
// about every service.
//
// Call [Check]; its [Result] holds one verdict for each rule and each thing it
// speaks of, and [Result.Findings] makes findings of those that need
// somebody's attention. [Verify] looks at the contracts alone. [Schema] is the
// JSON Schema of contract.yaml. The package knows neither git nor the
// configuration, and fetches nothing: everything is a file below the root it is
// given, or a value in [Options].
package contracts

import _ "embed" // the schema

// Schema is the JSON Schema of contract.yaml, for editors.
//
//go:embed contract.schema.json
var Schema []byte
