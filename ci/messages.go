package ci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// A MessageType tells of which type the messages of Protobuf files are.
type MessageType struct {
	// File is a .proto file, whose imports are looked for in its folder and those
	// above it, the nearest first, up to the working directory; or else a serialized
	// FileDescriptorSet.
	File string
	Name string // full name of the message
}

// load reads the type.
func (t MessageType) load(ctx context.Context) (protobuf.Message, error) {
	text, err := readBounded(t.File)
	if err != nil {
		return protobuf.Message{}, err
	}
	var m protobuf.Message
	if filepath.Ext(t.File) != ".proto" {
		m, err = protobuf.ParseSet(text, t.Name)
	} else {
		m, err = t.compile(ctx, text)
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w", t.File, err)
	}
	return m, nil
}

func (t MessageType) compile(ctx context.Context, text []byte) (protobuf.Message, error) {
	schema := &evctl.Schema{File: t.File, Format: evctl.Protobuf, Text: text, Refs: map[string]*evctl.Schema{}}
	folders := foldersOf(t.File)
	todo := protobuf.Imports(text)
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if schema.Refs[path] != nil || protobuf.Bundled(path) {
			continue
		}
		found, err := imported(folders, path)
		if err != nil {
			return protobuf.Message{}, err
		}
		if schema.Refs[path] = found; len(schema.Refs) > protobuf.MaxFiles {
			return protobuf.Message{}, fmt.Errorf("it imports more than %d files", protobuf.MaxFiles)
		}
		todo = append(todo, protobuf.Imports(found.Text)...)
	}
	file, err := protobuf.Compile(ctx, schema)
	if err != nil {
		return protobuf.Message{}, err
	}
	return file.Typed(t.Name)
}

// foldersOf lists the folder of a file and those above it, up to the working
// directory if that is one of them.
func foldersOf(file string) []string {
	folder := filepath.Dir(file)
	folders := []string{folder}
	for filepath.IsLocal(folder) && folder != "." {
		folder = filepath.Dir(folder)
		folders = append(folders, folder)
	}
	return folders
}

// imported reads what an import path stands for.
func imported(folders []string, path string) (*evctl.Schema, error) {
	if !filepath.IsLocal(path) {
		return nil, fmt.Errorf("import %q leads out of its folder", path)
	}
	for _, folder := range folders {
		file := filepath.Join(folder, path)
		text, err := readBounded(file)
		if err == nil {
			return &evctl.Schema{File: file, Format: evctl.Protobuf, Text: text}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, &UsageError{fmt.Errorf("import %q is in none of the folders %s", path, strings.Join(folders, ", ")), "a set of descriptors holds all that is imported: buf build -o events.binpb"}
}

func readBounded(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, protobuf.MaxBytes+1))
	if err == nil && len(text) > protobuf.MaxBytes {
		err = fmt.Errorf("%s is over the limit of %d bytes", name, protobuf.MaxBytes)
	}
	return text, err
}

// holdsMessages reports whether a file holds length-delimited Protobuf messages
// by its name: unless it names another format, if their type is known.
func (v *Validation) holdsMessages(name string) bool {
	ext := formatExt(name)
	return isMessages(ext) || v.Messages.File != "" && !slices.Contains(eventExts(), ext)
}

func isMessages(ext string) bool { return ext == ".binpb" || ext == ".pb" }
