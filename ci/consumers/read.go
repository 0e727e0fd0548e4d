package consumers

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/service"
)

// Read reads the contracts that a configuration names: the repository's own from
// fsys, where a folder of contracts may lie too, and folders outside from disk.
// Guess says that nobody chose where the repository's own contracts are. A
// folder that does not exist is a [*FolderError].
func Read(cfg *config.Config, fsys fs.FS, guess bool) (*Declared, error) {
	files, err := contracts.Files(fsys, cfg.Contracts, guess)
	if err != nil {
		return nil, err
	}
	d := &Declared{}
	if err := d.read(fsys, files); err != nil {
		return nil, err
	}
	for i, folder := range cfg.Consumers {
		if err := d.readFolder(cfg, fsys, folder); err != nil {
			return nil, fmt.Errorf("%s: %w", cfg.Position("consumers", i), err)
		}
	}
	slices.SortFunc(d.Contracts, func(a, b *service.Contract) int { return strings.Compare(a.Metadata.Name, b.Metadata.Name) })
	order(d.Consumers)
	return d, nil
}

// A FolderError is a place under consumers that is not there.
type FolderError struct{ Folder string }

func (e *FolderError) Error() string {
	return e.Folder + ": no folder with contracts, so nobody knows who reads there"
}

// readFolder reads the contracts of other repositories. Their files are named
// as seen from this one's root.
func (d *Declared) readFolder(cfg *config.Config, fsys fs.FS, folder string) error {
	from, below, prefix := fsys, folder, ""
	if !isFolder(fsys, folder) { // not in git, or outside of it
		disk := filepath.Join(cfg.Root, filepath.FromSlash(folder))
		if info, err := os.Stat(disk); err != nil || !info.IsDir() {
			return &FolderError{folder}
		}
		from, below, prefix = os.DirFS(disk), ".", folder
	}
	files, err := contracts.FilesBelow(from, below)
	if err != nil {
		return err
	}
	return d.read(named{from, prefix}, prefixed(prefix, files))
}

func (d *Declared) read(fsys fs.FS, files []string) error {
	list, found, err := contracts.Declared(fsys, files)
	d.add(list)
	d.Unread = append(d.Unread, found...)
	return err
}

func isFolder(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.IsDir()
}

func prefixed(prefix string, files []string) []string {
	if prefix == "" {
		return files
	}
	out := make([]string, len(files))
	for i, file := range files {
		out[i] = path.Join(prefix, file)
	}
	return out
}

// named is a folder whose files go by names that begin with a prefix.
type named struct {
	fs.FS
	prefix string
}

func (n named) Open(name string) (fs.File, error) {
	if n.prefix != "" {
		name = strings.TrimPrefix(name, n.prefix+"/")
	}
	return n.FS.Open(name)
}
