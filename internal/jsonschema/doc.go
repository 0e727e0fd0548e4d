// Package jsonschema holds the JSON Schema validators that are not ours: it
// checks events against schemas, and confirms the witnesses that the engine of
// compat/jsonschema finds, with code that shares nothing with that engine.
//
// Start with [Compile] for the schema as registered, [CompileWriter] for the
// producer's half, [NewProjection] for what the lenient policy keeps of an
// event, and [Verify] for a witness. [Refs] and [Draft] read a schema document
// without compiling it; [ValidateSchema] checks it against its metaschema.
//
// The semantics are those of the engine, whatever the defaults of the
// libraries: formats and content are asserted only if
// evctl.Semantics.AssertFormats says so, and formats that the libraries read
// otherwise than their definitions by one check for both; `dependencies` counts in every draft;
// `const` counts in draft 4 too, which the specification ignores and real
// schemas mean; 1.0 is an integer in every draft; patterns are ECMA-262 with
// the u flag, searched for, not anchored; numbers are exact.
//
// santhosh-tekuri/jsonschema v5 comes first. Where it cannot compile a schema,
// where Go's regexp would read a pattern otherwise than ECMA-262, and where
// there is a $dynamicRef, v6 takes over with translated patterns, on regexp2 if
// they have look-arounds or back-references. No other package imports these
// libraries.
//
// References resolve only to the text itself, the schema's Refs and the
// official metaschemas. The package reads no file and opens no connection. It
// decides nothing about compatibility.
package jsonschema
