// Package evctl is the vocabulary of event-contract governance: schemas and
// their versions, the rules that judge them, the findings that rules report,
// and the events that prove a finding.
//
// Start with [Schema] (one version of one event type), [Change] (a new version
// beside the published ones) and [Finding] (what a rule has to say). Packages
// that do the work meet through two interfaces declared here: a [Source] knows
// which versions are published, a [Decider] tells whether they can read one
// another's events.
//
// The package parses nothing, reads no file and opens no connection; it imports
// nothing else of this module.
package evctl
