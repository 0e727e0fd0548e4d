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
// comment; `module` names the version that the lines were checked against, or
// says unchecked where it could not be had.
//
//	field (github.com/stripe/stripe-go/v82.Params).IdempotencyKey  set-key minted=sdk
//	shape ExecContext func(context.Context,string,...any)(database/sql.Result,error)  query sql=1
//
// A field has the effect where it is given a value. A shape stands for methods
// of that name and signature whoever declares them: * fits any name and any
// type, ... any further parameters, receiver a pattern of type names, imports a package that
// the declaring one imports.
//
// Notes, where an entry has them:
//
//	pool=maybe      argument tx may be a pool or no transaction: the value decides
//	nested=true     a savepoint within tx
//	read=true       text that is not known counts as a read
//	batch=true      runs what Prepare put into an argument
//	async=true      the call returns before the broker answers
//	channel=true    a channel is returned: the effect is a send on it, or a receive
//	durable=no      the broker forgets the message
//	reply=true      an answer to one request
//	group=true      only for a reader of a consumer group
//	auto-ack=true   messages count as acknowledged when they are delivered
//	publishes=…     the function's results are published
//	method=…        the HTTP method
//	safe=true       changes nothing
//	retry=true      sends again by itself when sending fails
//	minted=sdk      the library makes up a key if it gets none
//	fields=…        argument value is a struct, or a slice of them, with method, path and handler in these fields
//	table-field=…   the field of argument value that names the table
//	sql-field=…     the field of argument value that holds the text
//	atomic=true     all writes of the call happen or none
//	statement=…     kind of the SQL text
//	version=…       UUID version
//	kind=…          what sort of thing, where one effect covers several
package catalog
