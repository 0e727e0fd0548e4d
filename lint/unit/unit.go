package unit

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit codes that the go command is given.
const (
	exitClean  = 0
	exitFailed = 1 // findings that stand on stderr, or an error
)

// Asked reports whether a command line, without the program's name, is one of
// those that the go command gives to a vet tool.
func Asked(args []string) bool {
	if len(args) == 0 {
		return false
	}
	flags, last := args[:len(args)-1], args[len(args)-1]
	for _, f := range flags {
		if !strings.HasPrefix(f, "-") {
			return false
		}
	}
	return strings.HasSuffix(last, ".cfg") || len(flags) == 0 && (last == "-V=full" || last == "-flags")
}

// Main answers such a command line and returns the exit code. Findings go to
// stderr, one a line, as `file:line:col: message [rule]`; with -json, which the
// go command gives since 1.26, to a file of its choice.
func Main(args []string, stdout, stderr io.Writer) int {
	failed, err := answer(args, stdout, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "evctl: %v\n", err)
	}
	if failed || err != nil {
		return exitFailed
	}
	return exitClean
}

func answer(args []string, stdout, stderr io.Writer) (failed bool, err error) {
	switch args[0] {
	case "-V=full":
		return false, printVersion(stdout)
	case "-flags":
		return false, printFlags(stdout)
	}
	flags := flag.NewFlagSet("evctl", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error is returned
	asJSON := flags.Bool("json", false, "")
	wanted := selection{}
	wanted.define(flags)
	if err := flags.Parse(args); err != nil {
		return false, fmt.Errorf("as a vet tool: %w", err)
	}
	c, err := readConfig(flags.Arg(0))
	if err != nil {
		return false, err
	}
	findings, err := c.judge(wanted)
	if err != nil || len(findings) == 0 {
		return false, err
	}
	if *asJSON {
		return false, c.writeJSON(findings, stdout)
	}
	return true, writeText(findings, stderr)
}

// printVersion prints the line that the go command keys results by: it must
// change whenever the program does.
func printVersion(w io.Writer) error {
	name, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find own program: %w", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return fmt.Errorf("hash %s: %w", name, err)
	}
	_, err = fmt.Fprintf(w, "evctl version %x\n", h.Sum(nil))
	return err
}
