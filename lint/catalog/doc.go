// Package catalog says, as data, which API call does what to the outside: it
// writes, publishes, commits, acknowledges. It knows libraries, not the code
// that uses them, and it judges nothing.
//
// Call [Default] for the libraries it ships with, then [Catalog.With] for the
// sinks of a configuration, and [Catalog.Lookup] for each callee.
//
// The data stand in data/, one file a library, one line a function:
//
//	module github.com/twmb/franz-go v1.22.3
//	(*github.com/twmb/franz-go/pkg/kgo.Client).ProduceSync  publish
//	(*database/sql.DB).ExecContext                          query sql=1
//
// First the function as go/types names it, then its effects joined by commas,
// then what its arguments mean. `interface` behind an interface's method makes
// each implementer of the interface count. A line that starts with # is a
// comment; `module` names the version that the lines were checked against.
package catalog
