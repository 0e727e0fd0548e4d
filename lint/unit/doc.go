// Package unit judges one package at a time, for drivers that have types and
// facts ready: `go vet -vettool=evctl`, where the go command says which files a
// package has and keeps what came of it by content, and golangci-lint. Call
// [Main] if [Asked] says that the command line is one of the go command's; call
// [Facts.Add] and then [Facts.Judge] from a driver of another kind.
//
// A unit sees the package and what it imports, never who imports it. What an
// interface holds is known only as far as this reaches, so that a clean run says
// less than one of package lint. The configuration is not read: the go command
// does not know that a result depends on it.
package unit
