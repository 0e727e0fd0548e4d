package records

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
)

// header writes what stands before the blocks; its sync marker is of zeros.
func header(schema, codec string) []byte {
	b := append([]byte(nil), avroMagic...)
	b = binary.AppendVarint(b, 2)
	for _, text := range []string{"avro.schema", schema, "avro.codec", codec} {
		b = append(binary.AppendVarint(b, int64(len(text))), text...)
	}
	return append(append(b, 0), make([]byte, 16)...)
}

func blockOf(count, size int64, data string) string {
	return string(append(append(binary.AppendVarint(binary.AppendVarint(nil, count), size), data...), make([]byte, 16)...))
}

func TestContainerRefuses(t *testing.T) {
	const one = `{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}`
	const long = `{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"array","items":"null"}}]}`
	const endless = `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"r","type":"R"}]}`
	for name, test := range map[string]struct{ in, want string }{
		"no header":          {string(avroMagic), "avro: header: unexpected EOF"},
		"no schema":          {string(avroMagic) + "\x00" + strings.Repeat("\x00", 16), "avro: header: there is no avro.schema in it"},
		"broken schema":      {string(header(`{"type":"recor"}`, "")), "avro.schema:1:"},
		"no record":          {string(header(`"int"`, "")), "avro: header: its data are of type int, an event is a record"},
		"codec":              {string(header(one, "xz")), `codec "xz" is not read: write with`},
		"much metadata":      {string(avroMagic) + string(binary.AppendVarint(nil, 1<<40)), "more than 1000 entries of metadata"},
		"long metadata":      {string(avroMagic) + "\x02" + string(binary.AppendVarint(nil, 1<<40)), "over the limit of 20971520 bytes"},
		"large block":        {string(header(one, "")) + blockOf(1, 1<<40, ""), "block 1: its size of 1099511627776 bytes is over the limit"},
		"negative block":     {string(header(one, "")) + blockOf(1, -1, ""), "block 1: its size of -1 bytes"},
		"many records":       {string(header(one, "")) + blockOf(1<<40, 1, "\x02"), "block 1: 1099511627776 records cannot stand in 1 bytes"},
		"bytes left":         {string(header(one, "")) + blockOf(1, 2, "\x02\x02"), "block 1: 1 bytes follow its last record"},
		"sync":               {string(header(one, "")) + string(binary.AppendVarint(nil, 1)) + "\x02\x02" + strings.Repeat("x", 16), "sync marker"},
		"a long of nulls":    {string(header(long, "")) + blockOf(1, 10, string(binary.AppendVarint(nil, 1<<61))+"\x00"), "over the limit of 16777216 bytes of JSON"},
		"a bomb":             {string(header(one, "snappy")) + blockOf(1, 9, "\xff\xff\xff\xff\x0f\x00\x00\x00\x00"), "over the limit of 67108864 bytes"},
		"a record in itself": {string(header(endless, "")) + blockOf(1, 300, strings.Repeat("\x02", 300)), "nested deeper than 200"},
	} {
		if _, err := all(strings.NewReader(test.in)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

// FuzzContainer: no container panics, takes more memory than the limits say, or
// yields a line that has no end.
func FuzzContainer(f *testing.F) {
	const schema = `{"type":"record","name":"R","fields":[{"name":"a","type":["null","string",{"type":"array","items":"R"}]},
		{"name":"payload","type":["null","bytes",{"type":"map","values":"double"}]}]}`
	f.Add(header(schema, "null"), blockOf(2, 7, "\x02\x02x\x00\x00\x02\x00"), false)
	f.Add(header(schema, "deflate"), "", true)
	f.Fuzz(func(t *testing.T, head []byte, blocks string, gzip bool) {
		in := string(head) + blocks
		if !strings.HasPrefix(in, string(avroMagic)) {
			t.Skip("a plain file is passed on as it is")
		}
		if gzip {
			in = gzipped(t, in)
		}
		r, err := Open(strings.NewReader(in))
		if err != nil {
			return
		}
		defer r.Close()
		text, err := io.ReadAll(io.LimitReader(r, 1<<20))
		if err == nil && len(text) > 0 && len(text) < 1<<20 && text[len(text)-1] != '\n' {
			t.Errorf("a line without an end: %q", text)
		}
	})
}
