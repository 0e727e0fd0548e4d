// Package inventory gathers what a dashboard shows: from a repository, by
// judging all of it and reading its exceptions, baseline, contracts, schemas
// and history, or from the JSON of earlier runs.
//
// Call [Gather] with folders and files. What cannot be judged is in the
// dashboard too, with the reason: nothing is left out because it is broken. The
// package draws nothing; see ci/dashboard.
package inventory
