// Package ci is the gate: it finds out what changed, asks the families of rules
// that have something to say, and joins their findings with exceptions and the
// baseline into one report.
//
// Call [Run], print the report (ci/report), and end with [ExitCode]. [Rules]
// lists the rules of all families, [Resolve] turns what a user typed into a
// schema. The package decides what is looked at, and says so of each family;
// what is right or wrong the families decide.
package ci
