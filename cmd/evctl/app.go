package main

import (
	"io"
	"time"
)

// app holds what all commands share: streams and global flags.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	dir     string // -C
	config  string // -c
	timeout time.Duration
	color   string
	quiet   bool
	verbose bool

	release func() // of the timer behind --timeout
	started bool   // the command line was understood; errors are the command's from here on
}
