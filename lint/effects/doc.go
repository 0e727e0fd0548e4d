// Package effects says what the functions of one package do to the outside, in
// the order in which they do it: database writes, publishes, acknowledgements,
// and the calls that may lead to more. Call [Summarize] with a package that
// package load has type-checked.
//
// A summary holds no types and no syntax: it is data, keyed by the names of
// functions and types, so that it can be kept and joined with those of other
// packages. It resolves no interface and follows no call; package link does
// that. It judges nothing.
package effects
