// Package unit judges one package at a time, as `go vet -vettool=evctl` asks
// for it: the go command says which files a package has and where the compiled
// types of its imports are, and keeps what came of it by content. Call [Main]
// if [Asked] says that the command line is one of the go command's.
//
// A unit sees the package and what it imports, never who imports it. What an
// interface holds is known only as far as this reaches, so that a clean run says
// less than one of package lint. The configuration is not read: the go command
// does not know that a result depends on it.
package unit
