package dir

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/protobuf"
)

// protobuf follows imports. Keys are import paths, which count from a root,
// not from the file that holds them.
func (c *closure) protobuf() {
	for queue := []*evctl.Schema{c.schema}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, name := range c.imports(from) {
			if c.refs[name] != nil || len(c.findings) >= maxFindings {
				continue
			}
			target, err := c.protoFile(name)
			if err != nil && protobuf.Bundled(name) {
				continue
			}
			if err != nil {
				c.unresolved(from, importPosition(from, name), "", name, err)
				continue
			}
			if document, isNew := c.add(name, target); isNew {
				queue = append(queue, document)
			}
		}
	}
}

func (c *closure) imports(from *evctl.Schema) []string {
	if d := c.registry.read[from.File]; d != nil && from != c.schema {
		return d.imports()
	}
	return protobuf.Imports(from.Text)
}

// protoFile looks an import up below the declared root, the registry, and the
// folder that holds all registries.
func (c *closure) protoFile(name string) (*evctl.Schema, error) {
	if !fs.ValidPath(name) || strings.Contains(name, `\`) {
		return nil, errOutside
	}
	for _, root := range append(c.roots(), c.registry.layout.Dir) {
		if root == "" {
			continue
		}
		target, err := c.file(path.Join(root, name))
		if err == nil {
			return target, nil
		}
	}
	return nil, fmt.Errorf("no such file below %s", strings.Join(c.roots(), " or "))
}

// importPosition finds an import statement in the text.
func importPosition(s *evctl.Schema, name string) evctl.Position {
	statement := regexp.MustCompile(`import\s+(?:public\s+|weak\s+)?["']` + regexp.QuoteMeta(name) + `["']`)
	at := statement.FindIndex(s.Text)
	if at == nil {
		return evctl.Position{File: s.File}
	}
	doc := &jsondoc.Document{File: s.File, Text: s.Text}
	return doc.Position(at[0], at[1])
}
