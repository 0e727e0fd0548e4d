package wire

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParse(t *testing.T) {
	const uuid = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
	for _, tc := range []struct{ value, schema, payload string }{
		{"00 0000002a 0261", "schema id 42", "0261"},
		{"01" + uuid + "0261", "schema GUID 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "0261"},
		{"03 00" + uuid + "0261", "schema version 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "0261"},
		{"c301 8f5c393f1ad57572 0261", "schema fingerprint 7275d51a3f395c8f", "0261"},
		{"c3b6", "no schema", "c3b6"}, // ö
		{"7b7d", "no schema", "7b7d"},
		{"", "no schema", ""},
	} {
		f, err := Parse(unhex(t, tc.value))
		if err != nil || f.Schema() != tc.schema || hex.EncodeToString(f.Payload) != tc.payload {
			t.Errorf("%s: %s, payload %x, %v; want %s, payload %s", tc.value, f.Schema(), f.Payload, err, tc.schema, tc.payload)
		}
	}
	for _, value := range []string{"00", "00000001", "01aa", "0300", "0302" + uuid, "c3", "c30100", "00000000000000002a7b7d"} {
		if f, err := Parse(unhex(t, value)); err == nil {
			t.Errorf("%s: %+v, want an error", value, f)
		}
	}
}

func TestParseRecord(t *testing.T) {
	const uuid = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
	for _, test := range []struct{ header, value, schema, payload string }{
		{"01" + uuid, "0261", "schema GUID 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "0261"},
		{"01" + uuid + "00", "0261", "schema GUID 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "000261"}, // indexes
		{"000000002a", "00000000070261", "schema id 42", "00000000070261"},                         // the value is as it stands
		{"", "00000000070261", "schema id 7", "0261"},
		{"", "7b7d", "no schema", "7b7d"},
	} {
		var header []byte
		if test.header != "" {
			header = unhex(t, test.header)
		}
		f, err := ParseRecord(header, unhex(t, test.value))
		if err != nil || f.Schema() != test.schema || hex.EncodeToString(f.Payload) != test.payload {
			t.Errorf("%s %s: %s, payload %x, %v; want %s, payload %s", test.header, test.value, f.Schema(), f.Payload, err, test.schema, test.payload)
		}
	}
	for _, bad := range [][]byte{{}, {1}, {0, 0, 0, 1}, {3, 0}} {
		if _, err := ParseRecord(bad, nil); err == nil || !strings.Contains(err.Error(), Header) {
			t.Errorf("%x: got %v", bad, err)
		}
	}
}

func TestInflate(t *testing.T) {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(bytes.Repeat([]byte("a"), 1000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := Parse(append(append([]byte{3, 5}, make([]byte, 16)...), packed.Bytes()...))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := f.Inflate(1000); err != nil || len(out) != 1000 {
		t.Errorf("got %d bytes, %v", len(out), err)
	}
	if _, err := f.Inflate(999); err == nil || !strings.Contains(err.Error(), "more than 999 bytes") {
		t.Errorf("over the limit: %v", err)
	}
	f.Payload = []byte("no zlib")
	if _, err := f.Inflate(1000); err == nil {
		t.Error("no zlib stream: no error")
	}
}

func TestIndexes(t *testing.T) {
	for _, tc := range []struct {
		payload string
		want    []int
		rest    string
	}{
		{"00 0801", []int{0}, "0801"},
		{"02 00 0801", []int{0}, "0801"},
		{"04 02 06 0801", []int{1, 3}, "0801"},
		{"01 01 0801", []int{1}, "0801"}, // plain varints: zigzag 01 is -1
	} {
		got, rest, err := Indexes(unhex(t, tc.payload))
		if err != nil || !slices.Equal(got, tc.want) || hex.EncodeToString(rest) != tc.rest {
			t.Errorf("%s: %v, rest %x, %v; want %v, rest %s", tc.payload, got, rest, err, tc.want, tc.rest)
		}
	}
	for _, bad := range []string{"", "ff", "04 02", "feffffff0f", "02 ffffffff0f"} {
		if got, _, err := Indexes(unhex(t, bad)); err == nil {
			t.Errorf("%s: %v, want an error", bad, got)
		}
	}
}

// The values are those of the specification's own test data.
func TestFingerprint(t *testing.T) {
	for canonical, want := range map[string]int64{
		`"null"`: 7195948357588979594, `"boolean"`: -6970731678124411036, `"int"`: 8247732601305521295,
	} {
		if got := int64(Fingerprint([]byte(canonical))); got != want {
			t.Errorf("%s: %d, want %d", canonical, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 2, 3})
	f.Add(append([]byte{3, 5}, make([]byte, 40)...))
	f.Fuzz(func(t *testing.T, value []byte) {
		frame, err := Parse(value)
		if err != nil {
			return
		}
		if !bytes.HasSuffix(value, frame.Payload) {
			t.Errorf("the payload %x is no end of %x", frame.Payload, value)
		}
		if _, rest, err := Indexes(frame.Payload); err == nil && !bytes.HasSuffix(value, rest) {
			t.Errorf("the rest %x is no end of %x", rest, value)
		}
		if out, err := frame.Inflate(1 << 12); err == nil && frame.Compressed && len(out) > 1<<12 {
			t.Errorf("%d bytes", len(out))
		}
	})
}
