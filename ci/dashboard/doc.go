// Package dashboard is what the platform group looks at: exceptions, known
// debt, conformance, success metrics and schemas of one repository or of many,
// as one value, and the writers that turn it into a web page, JSON, Markdown or
// OpenMetrics.
//
// Gather a [Dashboard] for each repository (ci/inventory does), [Join] them and
// hand the result to a writer; [Lookup] finds one by the name a user types. A
// writer is a pure function of the value: it reads no clock, no file and no
// environment, and the same value gives the same bytes. The package judges
// nothing: it counts what others found.
package dashboard
