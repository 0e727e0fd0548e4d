// Package catalog will say, as data, which API call has which effect. It will
// know libraries, not code that uses them.
//
// It is empty today.
package catalog
