package catalog

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/suggest"
)

// A Sink is an entry as a configuration writes it.
type Sink struct {
	Match  string            `yaml:"match"`  // the function, as go/types names it
	Effect string            `yaml:"effect"` // its effects, joined by commas; publish if empty
	Args   map[Role]Argument `yaml:"args"`
}

// An Argument counts arguments from 0, or is [Receiver].
type Argument int

// UnmarshalText reads a number, or recv.
func (a *Argument) UnmarshalText(text []byte) error {
	if string(text) == "recv" {
		*a = Receiver
		return nil
	}
	index, err := strconv.Atoi(string(text))
	if err != nil || index < 0 {
		return fmt.Errorf("%q is no argument, want its number, counted from 0, or recv", text)
	}
	*a = Argument(index)
	return nil
}

// Entry returns what the sink says. Whether there is such a function, and
// whether its arguments can mean that, is for whoever loads the code to see:
// [Entry.Check]. An error says what to write instead.
func (s Sink) Entry() (Entry, error) {
	if !isName(s.Match) {
		return Entry{}, fmt.Errorf("match %q, want a function like example.com/bus.Emit or (*example.com/bus.Client).Emit", s.Match)
	}
	// Without a pointer it may be an interface, whose implementers count.
	e := Entry{Func: s.Match, Interface: strings.HasPrefix(s.Match, "(") && !strings.HasPrefix(s.Match, "(*"),
		Args: map[Role]int{}, Notes: map[string]string{}}
	if s.Effect == "" {
		s.Effect = string(Publish)
	}
	for name := range strings.SplitSeq(s.Effect, ",") {
		name = strings.TrimSpace(name)
		if err := known("effect", name, effects()); err != nil {
			return Entry{}, err
		}
		e.Effects = append(e.Effects, Effect(name))
	}
	for role, index := range s.Args {
		if err := known("argument", string(role), roles()); err != nil {
			return Entry{}, err
		}
		e.Args[role] = int(index)
	}
	return e, nil
}

// isName reports whether the text has the form of a function's name.
func isName(text string) bool {
	receiver, method, isMethod := strings.Cut(strings.TrimPrefix(text, "("), ").")
	path := strings.TrimPrefix(receiver, "*")
	dot := strings.LastIndexByte(path, '.')
	switch {
	case strings.HasPrefix(text, "(") != isMethod || !isMethod && path != text:
		return false
	case isMethod && strings.ContainsAny(method, "./()* ") || isMethod && method == "":
		return false
	}
	return 0 < dot && dot < len(path)-1 && strings.LastIndexByte(path, '/') < dot && !strings.ContainsAny(path, "()* ")
}

func known(what, name string, among []string) error {
	for _, k := range among {
		if k == name {
			return nil
		}
	}
	hint := suggest.Hint(name, among)
	if hint == "" {
		hint = ": want one of " + strings.Join(among, ", ")
	}
	return fmt.Errorf("unknown %s %q%s", what, name, hint)
}

// Directive returns the effect that //evctl:NAME above an interface's method
// stands for. An error says which there are.
func Directive(name string) (Effect, error) {
	switch name {
	case "publish":
		return Publish, nil
	case "outbox":
		return Outbox, nil
	case "store":
		return Write, nil
	}
	return "", known("directive", name, []string{"outbox", "publish", "store"})
}

func effects() []string {
	return texts(Ack, AutoAck, Await, Begin, BindTx, CacheGuard, CacheRead, CacheWrite, Commit, Consume, Consumer, DeriveID, Fetch, Group,
		HandOff, Handler, ManualAck, Middleware, Mutate, Nack, NewID, NewOrderedID, OpenTable, Outbox, OutboxPublisher, Prepare, Publish, Query,
		RPC, Read, ReadKey, Request, Retry, RetrySend, Rollback, Route, Run, RunTx, SQLText, Send, SendOnce, SetBody, SetKey, WrapPublisher, WrapRequest, Write)
}

func roles() []string {
	return texts(Auto, Command, Func, Key, Message, Method, Path, Publisher, Req, SQL, Table, Topic, Tx, Value)
}

func texts[S ~string](values ...S) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
