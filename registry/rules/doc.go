// Package rules holds the rules of the family registry/: one file a rule, with
// its archive in testdata. Call [All] for the list. The rules are values; the
// code that reports them is in registry, registry/dir and registry/confluent.
package rules

//go:generate go run ../../internal/rulegen
