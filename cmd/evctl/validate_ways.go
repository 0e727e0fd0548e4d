package main

import (
	"os"
	"slices"

	"github.com/spf13/pflag"
)

// apart refuses flags that the way of validating which was asked for, files, a
// socket or two dumps, would not heed.
func apart(flags *pflag.FlagSet) error {
	files := []string{"source", "sample", "limit", "fail-fast", "offset", "summary", "proto", "message", "group", "from", "to"}
	roles := []string{"as", "reader"}
	socket := []string{"allow-uid", "tls-cert", "tls-key", "tls-client-ca", "refresh"}
	way, others := "", socket
	switch {
	case flags.Changed("serve"):
		way, others = "serve", append(files, "format", "fail-on", "fork-of")
	case flags.Changed("fork-of"):
		way, others = "fork-of", slices.Concat(files, roles, socket)
	}
	for _, name := range others {
		if !flags.Changed(name) {
			continue
		}
		if way == "" {
			return usage("add --serve ADDRESS", "--%s is for --serve", name)
		}
		return usage("leave one of them out", "--%s does not go with --%s", name, way)
	}
	return nil
}

// dumps are two files to compare.
func (a *app) dumps(first string, others []string) ([]string, error) {
	if len(others) != 1 {
		return nil, usage("evctl validate --fork-of "+first+" FILE", "--fork-of compares with one dump, got %d", len(others))
	}
	both := []string{first, others[0]}
	if both[0] == "-" && both[1] == "-" {
		return nil, usage("name a file", "- stands for standard input, which can be read once")
	}
	for _, file := range both {
		if info, err := os.Stat(a.path(file)); err == nil && info.IsDir() {
			return nil, usage("name a file", "%s is a directory", file)
		}
	}
	return both, nil
}
