package dir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl"
)

// New makes the folder of a new subject, with subject.yaml and a first version
// to start from, and returns their paths. root is the repository. It never
// changes what exists: if the folder is there, the error wraps fs.ErrExist.
func New(root string, layout Layout, name string, format evctl.Format, owner string) ([]string, error) {
	if layout.Dir == "" {
		return nil, errors.New("no embedded registry is configured: want registry.dir in evctl.yaml")
	}
	if !isLegal(name) || strings.Contains(name, "/") || len(name) > maxName {
		return nil, fmt.Errorf("subject %q: want letters, digits, '.', '_' and '-' only, a letter or digit first", name)
	}
	registry := filepath.Join(root, filepath.FromSlash(layout.root()))
	target := filepath.Join(registry, name)
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("subject %s: %w", name, fs.ErrExist)
	}
	if err := os.MkdirAll(registry, 0o755); err != nil {
		return nil, err
	}
	draft, err := os.MkdirTemp(registry, ".new-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(draft) // gone already if all went well
	files := scaffold(layout.Name, name, format, owner)
	var made []string
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(draft, f.name), []byte(f.text), 0o644); err != nil {
			return nil, err
		}
		made = append(made, path.Join(layout.root(), name, f.name))
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return nil, err
	}
	return made, os.Rename(draft, target)
}

type scaffolded struct{ name, text string }

func scaffold(registry, name string, format evctl.Format, owner string) []scaffolded {
	var settings strings.Builder
	if owner != "" {
		fmt.Fprintf(&settings, "owner: %s\n", quote(owner))
	}
	settings.WriteString("description: \"\"\n")
	return []scaffolded{{"1" + format.Ext(), firstVersion(registry, name, format)}, {settingsName, settings.String()}}
}

func firstVersion(registry, name string, format evctl.Format) string {
	switch format {
	case evctl.Avro:
		return fmt.Sprintf("{\n  \"type\": \"record\",\n  \"name\": %s,\n  \"namespace\": %s,\n  \"fields\": [\n    {\"name\": \"id\", \"type\": \"string\"}\n  ]\n}\n", quote(typeName(name)), quote(identifier(registry)))
	case evctl.Protobuf:
		return fmt.Sprintf("syntax = \"proto3\";\n\npackage %s;\n\nmessage %s {\n  string id = 1;\n}\n", identifier(registry), typeName(name))
	}
	return fmt.Sprintf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": %s,\n  \"type\": \"object\",\n  \"properties\": {\n    \"id\": {\"type\": \"string\", \"maxLength\": 64}\n  },\n  \"required\": [\"id\"]\n}\n", quote(name))
}

// typeName makes order.paid_twice to OrderPaidTwice.
func typeName(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune("._-", r) }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return identifier(b.String())
}

// identifier makes a text a name in Avro and Protobuf.
func identifier(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < 0x80 && isLetterOrDigit(byte(r)) {
			return r
		}
		return '_'
	}, text)
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		return "_" + text
	}
	return text
}

func isLetterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
