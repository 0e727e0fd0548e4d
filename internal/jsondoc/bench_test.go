package jsondoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// BenchmarkParse reads a schema, and a line that holds its text as a string,
// beside encoding/json, which makes a tree without places, and jsontext, which
// makes no tree.
func BenchmarkParse(b *testing.B) {
	for _, of := range []struct {
		name string
		text []byte
	}{{"schema", schemaText()}, {"line", lineText()}} {
		for _, by := range []struct {
			name  string
			parse func([]byte) error
		}{
			{"jsondoc", func(text []byte) error { _, err := Parse("", text); return err }},
			{"json", func(text []byte) error { var v any; return json.Unmarshal(text, &v) }},
			{"jsontext", tokens},
		} {
			b.Run(of.name+"/"+by.name, func(b *testing.B) {
				b.SetBytes(int64(len(of.text)))
				b.ReportAllocs()
				for b.Loop() {
					if err := by.parse(of.text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func schemaText() []byte {
	var b strings.Builder
	b.WriteString("{\n  \"type\": \"object\",\n  \"required\": [\"field_0\", \"field_1\"],\n  \"properties\": {")
	for i := range 60 {
		fmt.Fprintf(&b, "%s\n    \"field_%d\": {\n      \"type\": [\"string\", \"null\"],\n      \"maxLength\": %d,\n"+
			"      \"pattern\": \"^\\\\d+$\",\n      \"description\": \"what the producer knows of field %d\"\n    }", strings.Repeat(",", min(i, 1)), i, i, i)
	}
	return []byte(b.String() + "\n  }\n}\n")
}

func lineText() []byte {
	line, err := json.Marshal(map[string]string{"old": string(schemaText()), "new": string(schemaText())})
	if err != nil {
		panic(err)
	}
	return line
}

func tokens(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		if _, err := d.ReadToken(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
