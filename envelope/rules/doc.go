// Package rules holds what can be wrong with an event or a stream of events:
// one rule a file, each with the archive that tests it. Package envelope does
// the checking; [All] lists the rules for explain, the pages and the reports.
package rules

//go:generate go run ../../internal/rulegen
