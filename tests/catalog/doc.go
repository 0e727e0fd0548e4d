// Package catalog requires each library that the lint catalogue speaks of; its
// test checks each line against the library's own declaration. It is a module
// of its own, since nothing else needs them.
package catalog
