package jsonschema

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/evctl/evctl/internal/jsondoc"
)

// parts compiles schemas by v5 piecemeal: a sub-schema that judges a member or
// an item, and one that is referred to, is a document of its own, which others
// refer to by an address that stands for its text. So what many schemas say is
// compiled once, and a new version costs what differs. The zero value is ready
// to use.
//
// A document names its draft only where it says something that drafts read in
// different ways: v5 checks such a document against the draft's metaschema, which
// takes most of its time. The others are of no draft, which has no metaschema;
// what is malformed in them v5 stumbles over.
type parts struct {
	compiler  *jsonschema.Compiler
	addresses map[string]string // by text
	texts     map[string]string // by address
	libraries map[string]library
	patterns  map[string]string // of Go, by those of ECMA-262; "" if there is none
	next      int               // the number of the next address: none is ever used twice
}

// maxParts bounds the documents that are kept.
const maxParts = 20_000

// divide writes a bundle as parts. It returns the text of its root, and a bound
// on the schemas that apply to one value; false if it cannot be divided.
func (t *parts) divide(b *bundle, writer bool, assume assumption) (text string, schemas int, ok bool) {
	if t.compiler == nil || len(t.texts) > maxParts {
		t.start(b.sem.AssertFormats)
	}
	root := b.placeOf(b.root.Root)
	if root == nil || root.node.Kind == jsondoc.Bool || !b.static() {
		return "", 0, false
	}
	d := &divider{bundle: b, writer: writer, assume: assume, parts: t, written: map[*place]written{}}
	d.document(root)
	return string(d.text), d.schemas, !d.lost
}

// library compiles what divide has written. It returns false if v5 cannot.
func (t *parts) library(text string) (library, bool) {
	address := t.address(text)
	if lib := t.libraries[address]; lib != nil {
		return lib, true
	}
	lib, err := compileAt(t.compiler, address)
	if err != nil { // what it was about to compile is not to be trusted
		t.compiler = nil
		return nil, false
	}
	t.libraries[address] = lib
	return lib, true
}

func (t *parts) start(assertFormats bool) {
	*t = parts{
		next:      t.next,
		addresses: map[string]string{}, texts: map[string]string{},
		libraries: map[string]library{}, patterns: map[string]string{},
	}
	t.compiler = newCompiler(assertFormats, func(uri string) (io.ReadCloser, error) {
		text, ok := t.texts[uri]
		if !ok {
			return nil, fmt.Errorf("%s is no part", clip(uri))
		}
		return io.NopCloser(strings.NewReader(text)), nil
	})
	t.compiler.Draft = &jsonschema.Draft{}
}

// address returns the address of a document.
func (t *parts) address(text string) string {
	if known, ok := t.addresses[text]; ok {
		return known
	}
	address := "urn:evctl:" + strconv.Itoa(t.next)
	t.next++
	t.addresses[text], t.texts[address] = address, text
	return address
}

// pattern returns a pattern of Go that matches what one of ECMA-262 does.
func (t *parts) pattern(source string) (string, bool) {
	translated, ok := t.patterns[source]
	if !ok {
		var err error
		if translated, err = translate(source, false); err == nil {
			_, err = regexp.Compile(translated)
		}
		if err != nil {
			translated = ""
		}
		t.patterns[source] = translated
	}
	return translated, translated != "" || source == ""
}
