package contracts

import (
	"io/fs"
	"path"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
)

// Declared reads the contracts themselves, and none of the files that they
// name: what services publish and consume. Of several contracts of one service
// the first counts. What is wrong with one is a finding, and the others are read
// all the same.
func Declared(fsys fs.FS, files []string) ([]*service.Contract, []evctl.Finding, error) {
	var list []*service.Contract
	var found []evctl.Finding
	known := map[string]bool{}
	for _, file := range files {
		c, wrong, err := read(fsys, file)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, wrong...)
		if c != nil && !known[c.Metadata.Name] {
			known[c.Metadata.Name] = true
			list = append(list, c)
		}
	}
	return list, found, nil
}

// FilesBelow lists the contracts in a folder with foreign repositories: those
// that say apiVersion: evctl/…, also below configurations of their own.
func FilesBelow(fsys fs.FS, folder string) ([]string, error) {
	files, err := find(fsys, []string{path.Join(folder, "**", fileName)}, false)
	if err != nil {
		return nil, err
	}
	return claimed(fsys, files)
}
