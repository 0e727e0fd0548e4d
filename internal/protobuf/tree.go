package protobuf

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/bufbuild/protocompile/ast"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
)

// A tree is a text parsed under a path.
type tree struct {
	done     sync.Once // guards the fields below
	source   *source
	file     *ast.FileNode // nil if nothing could be read; then there are problems
	problems []Problem     // their positions lack the file
}

func (t *tree) parse(name string, text []byte) {
	t.source = newSource(text)
	defer func() {
		if p := recover(); p != nil {
			t.file, t.problems = nil, []Problem{{Message: fmt.Sprintf("the compiler breaks down over this text: %v", p)}}
		}
	}()
	if p, bad := t.source.unfit(); bad {
		t.problems = []Problem{p}
		return
	}
	found := &problems{source: t.source}
	file, err := parser.Parse(name, bytes.NewReader(t.source.bare), reporter.NewHandler(found.reporter()))
	t.file, t.problems = file, found.list
	if file == nil && len(t.problems) == 0 {
		t.problems = []Problem{{Message: fmt.Sprint(err)}}
	}
}
