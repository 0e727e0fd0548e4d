package catalog

import (
	"slices"
	"strings"
)

// An Effect is what one call does to the outside.
type Effect string

// The effects. Where a call may or may not have one, the line that it stands
// on says by its arguments what decides.
const (
	Write           Effect = "write"            // changes stored state
	Read            Effect = "read"             // reads stored state
	Query           Effect = "query"            // runs SQL text: a write if the text says so; text that is not known counts as one under Exec names
	Prepare         Effect = "prepare"          // takes SQL text that its first result, or its receiver, runs later
	SQLText         Effect = "sql-text"         // returns SQL text of the kind in note statement
	OpenTable       Effect = "open-table"       // returns its receiver, or a handle, for argument table
	Begin           Effect = "begin"            // opens a transaction: its first result, or the receiver where tx says so
	Commit          Effect = "commit"           // makes the receiver's writes durable
	Rollback        Effect = "rollback"         // discards the receiver's writes
	RunTx           Effect = "run-tx"           // runs argument func in a transaction
	BindTx          Effect = "bind-tx"          // returns its receiver or argument bound to the transaction tx, such as WithTx
	Publish         Effect = "publish"          // hands a message to a broker
	Outbox          Effect = "outbox"           // writes a message into an outbox
	OutboxPublisher Effect = "outbox-publisher" // makes a publisher that writes into the outbox of argument tx
	WrapPublisher   Effect = "wrap-publisher"   // makes a publisher that hands on to argument publisher
	Fetch           Effect = "fetch"            // receives messages
	Ack             Effect = "ack"              // acknowledges messages or commits their offset
	Nack            Effect = "nack"             // refuses messages: they come again, or go to a dead-letter queue
	AutoAck         Effect = "auto-ack"         // makes messages count as acknowledged when they are delivered
	ManualAck       Effect = "manual-ack"       // makes messages wait for their acknowledgement
	Consume         Effect = "consume"          // registers argument func to be called with each message
	Consumer        Effect = "consumer"         // is called with each message, and so is the method of each implementer
	Request         Effect = "request"          // makes an outbound request with the method in argument method
	Send            Effect = "send"             // sends argument request, or one with the method in note method; changes something if the method does
	Mutate          Effect = "mutate"           // changes state in another system; value is the key or what holds it
	RPC             Effect = "rpc"              // calls a remote procedure; the name in argument path says whether it changes something
	SetBody         Effect = "set-body"         // gives a request the body value
	RetrySend       Effect = "retry-send"       // makes a client send again what failed
	SendOnce        Effect = "send-once"        // keeps a client, or its receiver, from sending again by itself
	WrapRequest     Effect = "wrap-request"     // returns argument request in another type
	SetKey          Effect = "set-key"          // sets header or field key; an idempotency key if its name is one
	ReadKey         Effect = "read-key"         // reads header or field key
	Route           Effect = "route"            // registers argument func for method and path
	Handler         Effect = "handler"          // is called with each HTTP request, and so is the method of each implementer
	Middleware      Effect = "middleware"       // puts argument func around the handlers of the receiver
	Group           Effect = "group"            // opens a group of routes: its first result, or the parameter of argument func
	Run             Effect = "run"              // calls argument func, now
	Await           Effect = "await"            // waits for goroutines, or for what they send on a channel
	HandOff         Effect = "hand-off"         // sends value on a channel
	Retry           Effect = "retry"            // runs argument func again until it succeeds
	CacheWrite      Effect = "cache-write"      // changes a store that forgets
	CacheRead       Effect = "cache-read"       // reads a store that forgets
	CacheGuard      Effect = "cache-guard"      // sets a key of such a store unless it exists
	NewID           Effect = "new-id"           // makes a random identifier that is no UUIDv7
	DeriveID        Effect = "derive-id"        // makes an identifier that follows from the arguments
	NewOrderedID    Effect = "new-ordered-id"   // makes a UUIDv7
)

// A Role is what an argument means to the effect.
type Role string

// The roles. Arguments count from 0; the receiver is [Receiver].
const (
	SQL       Role = "sql"       // SQL text
	Tx        Role = "tx"        // the transaction that the effect happens in
	Func      Role = "func"      // the function that the call runs or registers
	Method    Role = "method"    // HTTP method
	Path      Role = "path"      // HTTP path or URL
	Req       Role = "request"   // the request
	Key       Role = "key"       // name of the header or field
	Value     Role = "value"     // its value; the row, the body or the parameters of what has no key
	Topic     Role = "topic"     // topic, queue, subject
	Message   Role = "message"   // what is published
	Publisher Role = "publisher" // a publisher that is wrapped
	Table     Role = "table"     // table, collection or stream, or a value whose type names it
	Command   Role = "command"   // name of the command, as text
	Auto      Role = "auto-ack"  // true acknowledges messages when they are delivered
)

// Receiver stands for the receiver where a role names an argument.
const Receiver = -1

// An Entry says what one function does.
type Entry struct {
	Func      string // as (*types.Func).FullName prints it, without type parameters; a field alike
	Effects   []Effect
	Interface bool              // implementers of the interface count as well
	Args      map[Role]int      // index of each argument with a meaning
	Notes     map[string]string // anything else that stands on the line as name=value: see the package comment
}

// Has reports whether the function has the effect.
func (e Entry) Has(effect Effect) bool {
	return slices.Contains(e.Effects, effect)
}

// Package returns the import path of the package that declares the function.
func (e Entry) Package() string {
	name := strings.TrimLeft(e.Func, "(*")
	if end := strings.IndexAny(name, "[)"); end >= 0 {
		name = name[:end]
	}
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}
