// Package report is the one value that every command of evctl reports with,
// and the writers that turn it into text, JSON, GitHub annotations, a Markdown
// summary or SARIF.
//
// Build a [Report] with [New] and hand it to a writer; [Lookup] finds one by
// the name a user types. A writer is a pure function of the report and its
// [Style]: it reads no environment, opens no file and looks at no terminal. The
// package judges nothing: which findings there are, and which fail the run, is
// decided before it is called.
package report
