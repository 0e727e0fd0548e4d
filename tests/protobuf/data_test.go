package protobuf

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
)

// An exchange is a pair of schemas of which the new one reads the old one's
// events, and such events.
type exchange struct {
	old, new *evctl.Schema
	reader   protoreflect.MessageDescriptor
	events   []*dynamicpb.Message
}

func drawExchange(t *rapid.T) exchange {
	old, new := drawPair(t)
	x := exchange{old: old, new: new}
	for _, f := range compare(t, old, new, evctl.Wire, evctl.Backward).Findings {
		if f.Severity >= evctl.Warning {
			return x
		}
	}
	writer := message(t, old)
	x.reader = message(t, new)
	for range 300 {
		x.events = append(x.events, drawEvent(t, writer))
	}
	return x
}

// TestTenThousandEvents: the Go library writes events with the old schema of
// compatible pairs; protoc, which is C++, reads them with the new schema and
// writes what it has read; to the old schema that is what was written.
func TestTenThousandEvents(t *testing.T) {
	needs(t, "protoc")
	const want = 10_000
	read, pairs := 0, 0
	exchanges := rapid.Custom(drawExchange)
	for seed := 0; read < want && seed < want; seed++ {
		x := exchanges.Example(seed)
		if len(x.events) == 0 {
			continue
		}
		x.check(t)
		read += len(x.events)
		pairs++
	}
	t.Logf("%d events of %d pairs", read, pairs)
}

// batch wraps events, so that one run of protoc reads them all.
const batch = "message Batch { repeated M events = 1; }\n"

func (x exchange) check(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "new.proto"), append(slices.Clone(x.new.Text), batch...), 0o644); err != nil {
		t.Fatal(err)
	}
	var in []byte
	for _, event := range x.events {
		data, err := proto.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		in = protowire.AppendBytes(protowire.AppendTag(in, 1, protowire.BytesType), data)
	}
	text := run(t, dir, in, "protoc", "-I", dir, "--decode=p.Batch", "new.proto")
	out := run(t, dir, withoutUnknown(text), "protoc", "-I", dir, "--encode=p.Batch", "new.proto")
	for i, event := range x.events {
		_, _, n := protowire.ConsumeTag(out)
		if n < 0 {
			t.Fatalf("protoc has written %d events of %d", i, len(x.events))
		}
		data, size := protowire.ConsumeBytes(out[n:])
		out = out[n+size:]
		again := dynamicpb.NewMessage(event.Descriptor())
		if err := proto.Unmarshal(data, again); err != nil {
			t.Fatal(err)
		}
		for _, fd := range shared(event.Descriptor(), x.reader) {
			if was, is := plainly(event, fd.Number()), plainly(again, fd.Number()); !slices.Equal(was, is) {
				t.Fatalf("field %d: wrote %v, protoc has %v\n%s\n%s", fd.Number(), was, is, x.old.Text, x.new.Text)
			}
		}
	}
}

// withoutUnknown drops what protoc prints by number: fields that the schema
// does not have, which it cannot write.
func withoutUnknown(text []byte) []byte {
	var out bytes.Buffer
	skip := "" // the indentation of an unknown message that is passed over
	for line := range strings.Lines(string(text)) {
		rest := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(rest)]
		switch {
		case skip != "" && indent == skip && strings.HasPrefix(rest, "}"):
			skip = ""
		case skip != "":
		case rest[0] >= '0' && rest[0] <= '9':
			if strings.HasSuffix(strings.TrimSpace(rest), "{") {
				skip = indent
			}
		default:
			out.WriteString(line)
		}
	}
	return out.Bytes()
}
