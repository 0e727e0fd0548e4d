// Package schema holds the rules of the family schema/: what is odd about one
// schema by itself, whatever came before it. Call All for the list; package
// compat reports them for the new version.
package schema

//go:generate go run ../../../internal/rulegen
