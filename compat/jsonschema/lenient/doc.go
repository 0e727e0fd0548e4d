// Package lenient turns the lenient policy into plain schemas: a producer
// writes only names that its schema knows, and a consumer drops those that its
// schema does not know, so the question is whether close(W) lies within
// view(R), two rewritten formulas compared strictly.
//
// Call [New] with the two roots, [Lens.Close] for the writer's half and
// [Lens.View] for the reader's, at the [Place] where its schema applies.
//
// A location is the formula of all that a schema says about the values at one
// path, so locations are literals, interned like any other, and recursive
// schemas have finitely many. Where the reader knows every name that the
// writer may write, there and below, the view is the schema itself: this keeps
// shared nodes shared, which is what makes the comparison fast.
package lenient
