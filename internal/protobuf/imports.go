package protobuf

import (
	"bytes"
	"slices"
	"strings"
)

// Imports returns the paths that a text imports, sorted, each once. Of a text
// that does not parse it returns what could be read. It parses nothing, so that
// it may be asked of every file in a tree.
func Imports(text []byte) []string {
	paths := scanImports(text)
	slices.Sort(paths)
	return slices.Compact(paths)
}

// scanImports returns the paths of a text's import statements in order, each
// once.
func scanImports(text []byte) []string {
	if len(text) > MaxBytes {
		return nil
	}
	var paths []string
	depth := 0
	begins := true // a statement of the file begins here
	for i, last := 0, lastWord(text, "import"); i <= last; {
		c := text[i]
		switch {
		case c == '"' || c == '\'' || c == '/':
			comment := c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*')
			i += skipped(text[i:])
			begins = begins && comment
			continue
		case c == '{':
			depth++
		case c == '}':
			depth = max(depth-1, 0)
		case begins && depth == 0 && isWord(text[i:], "import"):
			path, n := importPath(text[i:])
			if i += n; path != "" && !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
			begins = false
			continue
		}
		if !isBlank(c) {
			begins = c == ';' || c == '}'
		}
		i++
	}
	return paths
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// isWord reports whether the text starts with a word.
func isWord(text []byte, word string) bool {
	rest, ok := bytes.CutPrefix(text, []byte(word))
	return ok && (len(rest) == 0 || !isLetter(rest[0]))
}

// lastWord returns where the text has a word for the last time, or -1.
func lastWord(text []byte, word string) int {
	for end := len(text); ; {
		at := bytes.LastIndex(text[:end], []byte(word))
		if at < 0 || isWord(text[at:], word) {
			return at
		}
		end = at
	}
}

func isLetter(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// importPath reads an import statement up to its path, which may come in
// several literals, and returns how long that is. The path is empty if the
// statement is none.
func importPath(text []byte) (path string, n int) {
	n = len("import")
	var b strings.Builder
	literals := 0
	for n < len(text) {
		rest := text[n:]
		switch c := rest[0]; {
		case isBlank(c):
			n++
		case c == '/' && skipped(rest) > 1:
			n += skipped(rest)
		case literals == 0 && isWord(rest, "public"):
			n += len("public")
		case literals == 0 && isWord(rest, "weak"):
			n += len("weak")
		case c == '"' || c == '\'':
			size := quoted(rest)
			if size < 2 || rest[size-1] != c {
				return "", n
			}
			b.Write(unescape(rest[1 : size-1]))
			literals++
			n += size
		default:
			return b.String(), n
		}
	}
	return b.String(), n
}

// unescape resolves what may be escaped in a path. Other escapes make a path
// that no file has.
func unescape(text []byte) []byte {
	if !bytes.ContainsRune(text, '\\') {
		return text
	}
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(`\'"/`, text[i+1]) >= 0 {
			i++
		}
		out = append(out, text[i])
	}
	return out
}
