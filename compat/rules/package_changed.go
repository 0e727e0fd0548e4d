package rules

import "github.com/evctl/evctl"

// PackageChanged is a Protobuf file in another package.
var PackageChanged = evctl.Rule{
	ID:       "compat/package-changed",
	Severity: evctl.Error,
	Doc: `The package of a Protobuf schema is another.

It is part of the full name of every message: an event inside google.protobuf.Any
names its type with it, registries and generated code look types up by it. Publish a
new package as a subject of its own.`,
}
