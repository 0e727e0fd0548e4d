package parse

import "github.com/evctl/evctl"

// UnknownMessage is a subject's message that its schema does not have.
var UnknownMessage = evctl.Rule{
	ID:       "parse/unknown-message",
	Severity: evctl.Error,
	Doc: `The subject stands for a Protobuf message that the schema does not have.

subject.yaml, evctl.yaml or a flag names the message by its full name, package
included. Without a name it is the first message of the file.`,
}
