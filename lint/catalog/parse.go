package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

func (c *Catalog) parse(file, text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if err := c.parseLine(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	return nil
}

func (c *Catalog) parseLine(fields []string) error {
	if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
		return nil
	}
	switch {
	case fields[0] == "module" && len(fields) == 3:
		c.modules[fields[1]] = fields[2]
		return nil
	case fields[0] == "field" && len(fields) > 2:
		return c.fields.addOnce(parseEntry(fields[1:]))
	case fields[0] == "shape" && len(fields) > 3:
		s, err := parseShape(fields[1:])
		if err != nil {
			return err
		}
		c.shapes[s.method] = append(c.shapes[s.method], s)
		return nil
	case len(fields) == 1:
		return fmt.Errorf("%s: want an effect behind the function", fields[0])
	}
	return c.functions.addOnce(parseEntry(fields))
}

func (x index) addOnce(e Entry) error {
	if x.has(e.Func) {
		return fmt.Errorf("%s stands twice", e.Func)
	}
	x.add(e)
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
