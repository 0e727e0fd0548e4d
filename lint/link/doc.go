// Package link joins the summaries of packages into one program: it finds who
// implements which interface, what each call may lead to, in which order, and
// inside of which transaction. Call [Join], then look at [Program.Funcs] and
// at [Program.Meets].
//
// An interface is resolved by the values that the program puts into it, and
// where none are seen, by the types that fit it; what stands for another in
// tests does not count. It judges nothing; the rules of package lint do.
package link
