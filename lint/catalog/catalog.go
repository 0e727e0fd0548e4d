package catalog

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strconv"
	"strings"
)

//go:embed data
var data embed.FS

// A Catalog finds what a function does.
type Catalog struct {
	entries map[string]Entry
	modules map[string]string // module path to the version that was read
}

// Default returns the libraries that evctl knows.
func Default() (*Catalog, error) {
	c := &Catalog{entries: map[string]Entry{}, modules: map[string]string{}}
	files, err := fs.ReadDir(data, "data")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := fs.ReadFile(data, path.Join("data", f.Name()))
		if err != nil {
			return nil, err
		}
		if err := c.parse(f.Name(), string(text)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// With returns a catalog in which entries stand before those of c.
func (c *Catalog) With(entries ...Entry) *Catalog {
	out := &Catalog{entries: maps.Clone(c.entries), modules: c.modules}
	for _, e := range entries {
		out.entries[e.Func] = e
	}
	return out
}

// Lookup returns what the function does. Its name is what
// (*types.Func).FullName prints for its generic origin.
func (c *Catalog) Lookup(function string) (Entry, bool) {
	e, ok := c.entries[function]
	return e, ok
}

// Entries calls visit with each entry, in no order, until it returns false.
func (c *Catalog) Entries(visit func(Entry) bool) {
	for _, e := range c.entries {
		if !visit(e) {
			return
		}
	}
}

// Modules maps the path of each module that the data name to the version that
// they were checked against; the standard library is "std".
func (c *Catalog) Modules() map[string]string { return maps.Clone(c.modules) }

func (c *Catalog) parse(file, text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
		case fields[0] == "module" && len(fields) == 3:
			c.modules[fields[1]] = fields[2]
		case len(fields) == 1:
			return fmt.Errorf("%s:%d: %s: want an effect behind the function", file, number, fields[0])
		default:
			e := parseEntry(fields)
			if _, twice := c.entries[e.Func]; twice {
				return fmt.Errorf("%s:%d: %s stands twice", file, number, e.Func)
			}
			c.entries[e.Func] = e
		}
	}
	return nil
}

func parseEntry(fields []string) Entry {
	e := Entry{Func: fields[0], Args: map[Role]int{}, Notes: map[string]string{}}
	for effect := range strings.SplitSeq(fields[1], ",") {
		e.Effects = append(e.Effects, Effect(effect))
	}
	for _, f := range fields[2:] {
		name, value, _ := strings.Cut(f, "=")
		index, err := strconv.Atoi(value)
		switch {
		case f == "interface":
			e.Interface = true
		case value == "recv":
			e.Args[Role(name)] = Receiver
		case err == nil:
			e.Args[Role(name)] = index
		default:
			e.Notes[name] = value
		}
	}
	return e
}
