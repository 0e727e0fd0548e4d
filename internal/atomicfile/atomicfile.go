// Package atomicfile writes a file whole or not at all: call [Write]. It keeps
// no backup and takes no lock.
package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces or creates the file with text and mode. Readers see the old
// content or the new one, never a part, also after a crash.
func Write(file string, text []byte, mode fs.FileMode) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".tmp-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		return err
	}
	if err = tmp.Chmod(mode); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil {
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}
