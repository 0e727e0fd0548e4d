// Package contract holds the rules about contracts themselves, one a file: what
// makes one unreadable, and what it names and does not have. Start with [All].
// The judging is in package contracts.
package contract

//go:generate go run ../../../internal/rulegen
