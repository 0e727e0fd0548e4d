// Package rules holds the rules of the family compat/: what a new version of an
// event type can do to those who read and write the other versions. One file a
// rule; its archive in testdata is its test and the example on its page. Call
// [All] for the list; package compat judges by them.
package rules

//go:generate go run ../../internal/rulegen
