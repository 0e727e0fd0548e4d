// Command evctl governs event contracts: it tells whether a change to a schema,
// an event or the code that publishes it hurts someone.
//
// `evctl check` is the gate in a pull request and in a hook; `evctl help` lists
// the rest. The command parses flags, wires streams and chooses exit codes; what
// it prints comes from package ci and the packages below it.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/lint/unit"
)

// grace is how long an interrupted command may take to end by itself. One that
// waits for its standard input never does.
const grace = time.Second

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300) // a run is short: some memory for a fifth of the time
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second interrupt kills
		time.Sleep(grace)
		os.Exit(exitInterrupted)
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit code. A defect of ours
// means that nothing was judged; Go's own exit code for it would blame the caller.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, release: func() {}}
	defer func() {
		a.release()
		if defect := recover(); defect != nil {
			fmt.Fprintf(stderr, "evctl: internal error: %v\n%s", defect, debug.Stack())
			code = ci.ExitNotRun
		}
	}()
	if unit.Asked(args) {
		return unit.Main(args, stdout, stderr)
	}
	root := newRoot(a)
	root.SetArgs(args)
	return a.exit(ctx, root.ExecuteContext(ctx))
}
