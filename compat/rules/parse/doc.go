// Package parse holds the rules of the family parse/: what keeps a text from
// being a schema at all. Call All for the list; package compat reports them.
package parse

//go:generate go run ../../../internal/rulegen
