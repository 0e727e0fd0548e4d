package records

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

const text = "{\"a\":1}\n{\"a\":2}\n"

func gzipped(t testing.TB, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t testing.TB, text string) string {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func TestOpen(t *testing.T) {
	packed := zstandard(t, text)
	for name, test := range map[string]struct{ in, want, err string }{
		"nothing":         {in: ""},
		"one byte":        {in: "{", want: "{"},
		"plain":           {in: text, want: text},
		"gzip":            {in: gzipped(t, text), want: text},
		"two members":     {in: gzipped(t, "{}\n") + gzipped(t, text), want: "{}\n" + text},
		"zstd":            {in: packed, want: text},
		"two frames":      {in: packed + packed, want: text + text},
		"not quite zstd":  {in: "\x28\xb5{}", want: "\x28\xb5{}"},
		"gzip, cut short": {in: gzipped(t, text)[:20], err: "gzip: unexpected EOF"},
		"gzip, no header": {in: "\x1f\x8b", err: "gzip: unexpected EOF"},
		"zstd, cut short": {in: packed[:len(packed)-4], err: "zstd: unexpected EOF"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
			got, err := all(r)
			switch {
			case test.err == "" && (err != nil || got != test.want):
				t.Errorf("%s: got %q, %v", name, got, err)
			case test.err != "" && (err == nil || err.Error() != test.err):
				t.Errorf("%s: got %v, want %s", name, err, test.err)
			}
		}
	}
}

func all(r io.Reader) (string, error) {
	unpacked, err := Open(r)
	if err != nil {
		return "", err
	}
	defer unpacked.Close()
	got, err := io.ReadAll(unpacked)
	return string(got), err
}

// FuzzOpen looks for panics, and for what is no longer bounded by maxWindow.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(gzipped(f, text)))
	f.Add([]byte(zstandard(f, text)))
	f.Fuzz(func(t *testing.T, in []byte) {
		unpacked, err := Open(bytes.NewReader(in))
		if err != nil {
			return
		}
		defer unpacked.Close()
		io.Copy(io.Discard, io.LimitReader(unpacked, 1<<20))
	})
}
