// Package report is the one value that every command of evctl reports with,
// and the writers that turn it into text, JSON, GitHub annotations, a Markdown
// summary or SARIF.
//
// Build a [Report] with [New] and hand it to a writer; [Lookup] finds one by
// the name a user types. A writer is a pure function of the report and its
// [Style]: it reads no environment, opens no file and looks at no terminal. The
// package judges nothing: which findings there are, and which fail the run, is
// decided before it is called.
//
// A change that breaks old readers and the new one makes two findings with one
// fingerprint. Text, Markdown, annotations and reviewdog show the two as one
// fault, and the summary counts one, whatever the format; JSON, SARIF, JUnit and
// Code Quality list both.
package report
