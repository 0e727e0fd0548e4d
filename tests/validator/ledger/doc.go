// Package ledger is what protoc-gen-go makes of a payload, for the benchmarks of
// package validator.
package ledger

//go:generate protoc --go_out=. --go_opt=paths=source_relative entry.proto
