// Package compile turns JSON Schema documents into formulas of package logic.
// All that drafts 4 to 2020-12 differ in ends here: spelling, $id and $anchor,
// references and their dynamic kin, and the unevaluated keywords, which become
// ordinary statements about the names and items that are left over.
//
// [Parse] a text once, and call [Compile] once for each policy and side. The [Schema] it
// returns holds one literal, and beside it the [Site] tree that tells which
// place in the text says what. The package compares nothing.
package compile
