// Package lint will judge producer code: dual writes, and mutating calls
// without an idempotency key. The analyzers go into one folder each, on top of
// lint/effects (what a function does) and lint/catalog (which API does what).
//
// It is empty today: evctl check reports the family as not configured.
package lint
