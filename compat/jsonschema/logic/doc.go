// Package logic holds schemas as formulas: one table of hash-consed nodes, in
// which equal sub-schemas of any number of documents are one node.
//
// A [Lit] is a node or its negation. Inner nodes are And and OneOf; everything
// else a schema says is an atom about one value: its type, a bound, or "every
// member whose name lies in a region satisfies S". Atoms are true of values of
// other types, as keywords are, so a negated atom also says which type the
// value has. anyOf, not, if and the dependent keywords need no node of their
// own, nor do references, which end as shared nodes; a [Graph] brings cycles
// into the table.
//
// Make nodes with the methods of [Table]; they simplify, so that different
// spellings of one schema often become one literal. [Table.Eval] judges a
// value, in three values because a reference may be unresolved and a pattern
// may be none that automata can decide. The package reads no JSON Schema and
// decides no satisfiability.
package logic
