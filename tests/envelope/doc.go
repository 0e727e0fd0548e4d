// Package envelope compares the checks of package envelope with code that is
// not ours. Tests only.
package envelope
