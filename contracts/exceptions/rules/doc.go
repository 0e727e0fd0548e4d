// Package rules holds the rules about exceptions themselves, one a file: what
// makes a waiver void, and what about it somebody should know. Start with [All].
// The judging is in package exceptions.
package rules

//go:generate go run ../../../internal/rulegen
