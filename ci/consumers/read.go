package consumers

import (
	"context"
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

// Sources say where contracts are.
type Sources struct {
	Config  *config.Config
	Files   fs.FS // of the repository
	Guess   bool  // nobody chose where its own contracts are
	Offline bool  // ask no address
}

// Read reads the contracts that a configuration names: the repository's own, and
// what stands in the places under consumers: folders with the contracts of
// others, in the repository or beside it, and lists that [JSON] wrote, as files
// or at an address. Of one service that several tell of, the first counts. A
// place that is not there is a [*PlaceError].
func Read(ctx context.Context, s Sources) (*Declared, error) {
	files, err := contracts.Files(s.Files, s.Config.Contracts, s.Guess, s.Config.Consumers...)
	if err != nil {
		return nil, err
	}
	d := &Declared{}
	if err := d.read(s.Files, files); err != nil {
		return nil, err
	}
	for i, place := range s.Config.Consumers {
		if err := d.readPlace(ctx, s, place); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Config.Position("consumers", i), err)
		}
	}
	slices.SortFunc(d.Contracts, func(a, b *service.Contract) int { return strings.Compare(a.Metadata.Name, b.Metadata.Name) })
	order(d.Consumers)
	return d, nil
}

func (d *Declared) readPlace(ctx context.Context, s Sources, place string) error {
	switch {
	case IsAddress(place) && s.Offline:
		d.Unasked = append(d.Unasked, place)
		return nil
	case IsAddress(place):
		text, err := fetch(ctx, place)
		if err != nil {
			return err
		}
		return d.readList(place, text)
	case path.Ext(place) == ".json":
		text, err := readFile(s, place)
		if err != nil {
			return err
		}
		if err := d.readList(place, text); err != nil {
			return &PlaceError{place, "no list of consumers: " + err.Error()}
		}
		return nil
	}
	return d.readFolder(s.Config, s.Files, place)
}

func (d *Declared) readList(name string, text []byte) error {
	list, err := parseList(name, text)
	d.addList(list)
	return err
}

// readFile reads a list from the repository, or from disk where it lies outside.
func readFile(s Sources, file string) ([]byte, error) {
	from, name := s.Files, file
	if !fs.ValidPath(file) {
		from, name = os.DirFS(filepath.Join(s.Config.Root, filepath.FromSlash(path.Dir(file)))), path.Base(file)
	}
	info, err := fs.Stat(from, name)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return nil, &PlaceError{file, "no such file"}
	case info.Size() > MaxList:
		return nil, &PlaceError{file, fmt.Sprintf("%d bytes are over the limit of %d", info.Size(), MaxList)}
	}
	return fs.ReadFile(from, name)
}

// A PlaceError is a place under consumers that cannot be read.
type PlaceError struct{ Place, Why string }

func (e *PlaceError) Error() string {
	return e.Place + ": " + e.Why + ", so nobody knows who reads there"
}

// readFolder reads the contracts of other repositories. Their files are named
// as seen from this one's root.
func (d *Declared) readFolder(cfg *config.Config, fsys fs.FS, folder string) error {
	from, below, prefix := fsys, folder, ""
	if !isFolder(fsys, folder) { // not in git, or outside of it
		disk := filepath.Join(cfg.Root, filepath.FromSlash(folder))
		if info, err := os.Stat(disk); err != nil || !info.IsDir() {
			return &PlaceError{folder, "no folder with contracts"}
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
