// Package program compiles JSON Schemas into programs that validate a document
// straight from its bytes: one pass, no maps, no reflection, no allocation while
// the document is valid.
//
// Call [Compile] once for a schema and a [Half] of the policy, then
// [Program.Validate] for each document. Whoever validates a part of a text takes
// a [Machine] (see [Get]) and calls Run where the part begins. [Program.Plan]
// tells what was compiled, and where a sub-schema needs more than the machine
// can do: there the libraries behind internal/jsonschema judge the parsed part,
// which is as correct and much slower.
//
// Documents are strict JSON (RFC 8259): UTF-8 without lone surrogates, no name
// twice in an object, nothing after the value, and within the limits of
// internal/jsondoc. Numbers are exact. Under the lenient policy names that the
// schema does not know are refused (Writer) or passed over (Reader).
//
// The package says where a document is invalid first, and by which keyword; it
// does not word findings and lists no further faults.
package program
