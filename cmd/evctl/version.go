package main

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Version of evctl and what it was built from",
		Example: "  evctl version\n  evctl version -v   # with every module linked in",
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				info = &debug.BuildInfo{}
			}
			printVersion(a.stdout, info, a.verbose)
			return nil
		},
	}
}

// tool is the name and version that reports carry.
func tool() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "evctl"
	}
	return "evctl " + moduleVersion(info)
}

func moduleVersion(info *debug.BuildInfo) string {
	if info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func printVersion(w io.Writer, info *debug.BuildInfo, dependencies bool) {
	fmt.Fprintln(w, "evctl", moduleVersion(info))
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	if revision := setting["vcs.revision"]; revision != "" {
		if setting["vcs.modified"] == "true" {
			revision += ", with local changes"
		}
		fmt.Fprintf(w, "commit   %s\ndate     %s\n", revision, setting["vcs.time"])
	}
	fmt.Fprintf(w, "module   %s\n", info.Main.Path)
	fmt.Fprintf(w, "go       %s %s/%s\n", info.GoVersion, setting["GOOS"], setting["GOARCH"])
	if !dependencies {
		return
	}
	for _, m := range info.Deps {
		fmt.Fprintf(w, "depends  %s %s\n", m.Path, m.Version)
	}
}
