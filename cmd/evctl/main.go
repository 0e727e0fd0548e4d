// Command evctl governs event contracts: it tells whether a change to a schema,
// an event or the code that publishes it hurts someone.
//
// `evctl check` is the gate in a pull request and in a hook; `evctl help` lists
// the rest. The command parses flags, wires streams and chooses exit codes; what
// it prints comes from package ci and the packages below it.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"time"
)

// grace is how long an interrupted command may take to end by itself. One that
// waits for its standard input never does.
const grace = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, func() {
		stop() // a second interrupt kills
		time.Sleep(grace)
		os.Exit(exitInterrupted)
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, release: func() {}}
	defer func() { a.release() }()
	root := newRoot(a)
	root.SetArgs(args)
	return a.exit(ctx, root.ExecuteContext(ctx))
}
