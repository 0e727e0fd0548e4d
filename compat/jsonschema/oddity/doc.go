// Package oddity finds what is odd about one JSON Schema by itself, whatever
// came before it: keywords that are misspelt, and required names that nothing
// declares. Call [Find]. It reports only what is hardly ever meant; whether a
// document is a schema at all is for its metaschema to say.
package oddity
