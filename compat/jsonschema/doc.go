// Package jsonschema decides whether a reader with one JSON Schema can read
// every event that a writer with another one writes, for drafts 4 to 2020-12
// and both policies, and proves a "no" with an event.
//
// Call [New] once, [Engine.Compare] for a pair of versions and
// [Engine.Renames] for what the pair does to names. The work is done below:
// compile turns texts into formulas of one table (logic), lenient rewrites them
// for the lenient policy, search finds an event or proves that there is none,
// reasons finds every independent cause. Witnesses are confirmed by the
// third-party validators of internal/jsonschema.
//
// The package fetches nothing and knows no history: package compat asks it
// about two versions at a time.
package jsonschema
