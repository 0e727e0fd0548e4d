// Package effects will summarise what a function does to the outside: database
// writes, publishes, acknowledgements, and under which condition. It will judge
// nothing; the analyzers of package lint do.
//
// It is empty today.
package effects
