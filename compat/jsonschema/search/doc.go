// Package search finds a value that satisfies formulas of package logic, or
// proves that there is none.
//
// Make a [Search] with [New] for the questions that share a table, and ask
// [Search.Find]: for a writer W and a reader R the question is {W, ¬R}. The
// procedure is depth-first over states, a state being the set of literals that
// one value must satisfy: unit propagation, a split by JSON type, then by the
// clause with the fewest open literals. Members and items become states of
// their own. Proofs of emptiness carry an unsat core, so that a conflict jumps
// back over the decisions it does not depend on and is remembered for every
// state that contains it. Values are finite, hence a state met again inside
// itself contributes nothing (least fixpoint).
//
// What the procedure cannot judge, an unresolved reference or a pattern that
// is no automaton, it leaves out: no value without it is a proof, and a value
// counts only if [logic.Table.Eval] says yes, or [logic.Table.Certain] whatever
// stands behind the reference. Otherwise the answer names the doubt.
package search
