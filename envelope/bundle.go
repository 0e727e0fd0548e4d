package envelope

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/evctl/evctl"
)

// WriteBundle packs all schemas below fsys, laid out as for FromFS, into one
// file for go:embed. Equal schemas make equal bytes. The bundle carries a hash
// of its contents.
func WriteBundle(fsys fs.FS) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	sum := sha256.New()
	err := fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
		if _, schema := evctl.FormatOf(file); err != nil || d.IsDir() || !schema {
			return err
		}
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s\x00%d\x00%s", file, len(text), text)
		part, err := w.Create(file) // without a time: no two runs differ
		if err == nil {
			_, err = part.Write(text)
		}
		return err
	})
	if err == nil {
		err = w.SetComment(hex.EncodeToString(sum.Sum(nil)))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("write bundle: %w", err)
	}
	return out.Bytes(), nil
}

// FromBundle reads what WriteBundle has written, and refuses it if the contents
// are not those that were hashed.
func FromBundle(data []byte) (*Files, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("read bundle: %w", err)
	}
	sum := sha256.New()
	for _, f := range r.File {
		text, err := fs.ReadFile(r, f.Name)
		if err != nil {
			return nil, fmt.Errorf("read bundle: %w", err)
		}
		fmt.Fprintf(sum, "%s\x00%d\x00%s", f.Name, len(text), text)
	}
	if hex.EncodeToString(sum.Sum(nil)) != r.Comment {
		return nil, errors.New("read bundle: its contents are not what was packed, pack it again with evctl bundle")
	}
	return FromFS(r)
}
