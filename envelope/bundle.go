package envelope

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"

	"github.com/evctl/evctl"
)

// optionsFile holds the options of a bundle. FromFS passes over it.
const optionsFile = "options"

// bundled are the options that go with the schemas.
type bundled struct {
	Policy        evctl.Policy              `json:"policy,omitempty"`
	Policies      map[string]evctl.Policy   `json:"policies,omitempty"`
	AssertFormats bool                      `json:"assertFormats,omitempty"`
	Draft         string                    `json:"draft,omitempty"`
	Level         evctl.Level               `json:"level,omitempty"`
	Registry      string                    `json:"registry,omitempty"`
	Version       int                       `json:"version,omitempty"`
	MaxBytes      int                       `json:"maxBytes,omitempty"`
	Rules         map[string]evctl.Severity `json:"rules,omitempty"`
	Names         map[string]called         `json:"names,omitempty"` // by schema ref
}

// called is what a registry calls a version.
type called struct {
	ID   uint32 `json:"id,omitempty"`
	GUID string `json:"guid,omitempty"`
}

func bundle(o Options, named []*evctl.Schema) bundled {
	s, names := o.Semantics, map[string]called{}
	for _, v := range named {
		if v.ID != 0 || v.GUID != "" {
			names[v.SchemaRef.String()] = called{v.ID, v.GUID}
		}
	}
	return bundled{s.Policy, o.Policies, s.AssertFormats, s.Draft, s.Level, o.Registry, o.Version, o.MaxBytes, o.Rules, names}
}

func (b bundled) options() Options {
	return Options{
		Semantics: evctl.Semantics{Policy: b.Policy, AssertFormats: b.AssertFormats, Draft: b.Draft, Level: b.Level},
		Policies:  b.Policies, Registry: b.Registry, Version: b.Version, MaxBytes: b.MaxBytes, Rules: b.Rules,
	}
}

// WriteBundle packs all schemas below fsys, laid out as for FromFS, into one
// file for go:embed, and with them how events are judged: of the options
// Semantics, Policies, Registry, Version, MaxBytes and Rules. Named are versions
// whose ID and GUID a registry has told: these go along, too. Equal schemas,
// options and names make equal bytes. The bundle carries a hash of its contents.
func WriteBundle(fsys fs.FS, o Options, named ...*evctl.Schema) ([]byte, error) {
	b := bundler{sum: sha256.New()}
	b.zip = zip.NewWriter(&b.out)
	options, err := json.Marshal(bundle(o, named))
	if err == nil {
		err = b.add(optionsFile, options)
	}
	if err == nil {
		err = fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
			if _, schema := evctl.FormatOf(file); err != nil || d.IsDir() || !schema {
				return err
			}
			text, err := fs.ReadFile(fsys, file)
			if err != nil {
				return err
			}
			return b.add(file, text)
		})
	}
	if err == nil {
		err = b.zip.SetComment(hex.EncodeToString(b.sum.Sum(nil)))
	}
	if err := errors.Join(err, b.zip.Close()); err != nil {
		return nil, fmt.Errorf("write bundle: %w", err)
	}
	return b.out.Bytes(), nil
}

type bundler struct {
	out bytes.Buffer
	zip *zip.Writer
	sum hash.Hash
}

// add packs a file without a time, so that no two runs differ.
func (b *bundler) add(file string, text []byte) error {
	note(b.sum, file, text)
	part, err := b.zip.Create(file)
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	return err
}

// note takes a file into the hash of a bundle.
func note(sum hash.Hash, file string, text []byte) {
	fmt.Fprintf(sum, "%s\x00%d\x00%s", file, len(text), text)
}

// FromBundle reads what WriteBundle has written, and refuses it if the contents
// are not those that were hashed. The options that it was packed with are those
// of Files.Options.
func FromBundle(data []byte) (*Files, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("read bundle: %w", err)
	}
	sum := sha256.New()
	for _, f := range r.File {
		if f.UncompressedSize64 > maxSchemaBytes {
			return nil, fmt.Errorf("read bundle: %s: %d bytes are over the limit of %d for one schema", f.Name, f.UncompressedSize64, maxSchemaBytes)
		}
		text, err := fs.ReadFile(r, f.Name)
		if err != nil {
			return nil, fmt.Errorf("read bundle: %w", err)
		}
		note(sum, f.Name, text)
	}
	if hex.EncodeToString(sum.Sum(nil)) != r.Comment {
		return nil, errors.New("read bundle: its contents are not what was packed, pack it again with evctl bundle")
	}
	files, err := FromFS(r)
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(r, optionsFile)
	var b bundled
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		return nil, fmt.Errorf("read bundle: options: %w", err)
	}
	files.options = b.options()
	for _, versions := range files.subjects {
		for _, v := range versions {
			name := b.Names[v.SchemaRef.String()]
			v.ID, v.GUID = name.ID, name.GUID
		}
	}
	return files, nil
}
