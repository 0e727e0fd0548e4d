// Package load type-checks the Go code of a repository from source, without
// compiling anything: packages of the repository whole, all others without
// their function bodies. Call [Load].
//
// It asks `go list` which files belong to which package, reads the files
// itself, and hands each package of the repository to a visitor, dependencies
// first; what the visitor does not keep is dropped. It never reaches for the
// network unless [Config.Network] is set. It judges nothing: code that does not
// type-check is passed on as far as it does, and listed.
package load
