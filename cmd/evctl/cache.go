package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/evctl/evctl/internal/diskcache"
)

// maxCache bounds the verdicts kept on disk, in bytes.
const maxCache = 64 << 20

// cache opens the folder of verdicts: $EVCTL_CACHE, else evctl in the user's
// cache folder. It is nil, and nothing is kept, with EVCTL_CACHE=off or without
// such a folder.
func cache() *diskcache.Cache {
	dir := os.Getenv("EVCTL_CACHE")
	if dir == "off" {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "evctl")
	}
	return diskcache.Open(filepath.Join(dir, "verdicts"), maxCache)
}

// build names the program so that another build has another name, also one of
// the same version.
func build() string {
	name := tool()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				name += " " + s.Value
			}
		}
	}
	if exe, err := os.Executable(); err == nil {
		if info, err := os.Stat(exe); err == nil {
			name += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return name
}
