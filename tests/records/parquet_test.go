package records

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/records"
)

// rows reads a Parquet file from a row on, as lines of JSON.
func rows(file []byte, from int64) (string, error) {
	var lines strings.Builder
	next, err := records.Parquet(bytes.NewReader(file), int64(len(file)), from)
	for err == nil {
		var r envelope.Record
		if r, err = next(); err == nil {
			lines.Write(append(r.Text, '\n'))
		}
	}
	if err == io.EOF {
		err = nil
	}
	return lines.String(), err
}

// parquetFiles are those that pyarrow and DuckDB have written, see make.py.
func parquetFiles(t testing.TB) []string {
	files, err := filepath.Glob("testdata/parquet/*.parquet")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

func TestParquet(t *testing.T) {
	for _, name := range parquetFiles(t) {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(filepath.Base(name), "-")
		want, err := os.ReadFile(filepath.Join("testdata/parquet", kind+".ndjson"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(want), "\n")
		for from := range lines {
			if got, err := rows(file, int64(from)); err != nil || got != strings.Join(lines[from:], "") {
				t.Errorf("%s from row %d: %v\n got %s\nwant %s", name, from, err, got, strings.Join(lines[from:], ""))
				break
			}
		}
		for end := range len(file) { // cut short anywhere it has no footer
			if got, err := rows(file[:end], 0); err == nil {
				t.Fatalf("%s, cut at %d, was read as %s", name, end, got)
			}
		}
	}
}

// Pages that were summed are held against their sum.
func TestParquetChecksum(t *testing.T) {
	file, err := os.ReadFile("testdata/parquet/events-none-1.parquet")
	if err != nil {
		t.Fatal(err)
	}
	file[bytes.Index(file, []byte("order.paid"))] ^= 1
	if _, err := rows(file, 0); err == nil || !strings.Contains(err.Error(), "row group 1: column event_type: page at byte") || !strings.HasSuffix(err.Error(), "its checksum is wrong") {
		t.Errorf("got %v", err)
	}
}

// A run takes rows where others take bytes, and says so.
func TestValidateParquet(t *testing.T) {
	file := "testdata/parquet/events-snappy-1.parquet"
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	run := func(v ci.Validation) (events int, notes string) {
		t.Helper()
		v.Role = envelope.Writer()
		v.Inputs = []ci.Events{{Name: file, Size: info.Size(), Open: func() (io.ReadCloser, error) { return os.Open(file) }}}
		r, err := ci.Validate(context.Background(), nil, v)
		if err != nil || len(r.Findings) > 0 {
			t.Fatalf("%v, %v", err, r.Findings)
		}
		return r.Families[0].Counts["events"], strings.Join(r.Notes, "\n")
	}
	if n, _ := run(ci.Validation{}); n != 6 {
		t.Errorf("%d events, want 6", n)
	}
	if n, notes := run(ci.Validation{Limit: 5}); n != 5 || !strings.Contains(notes, "was judged up to row 5: --offset 5 goes on there") {
		t.Errorf("%d events, want 5; %s", n, notes)
	}
	if n, _ := run(ci.Validation{Offset: 5}); n != 1 {
		t.Errorf("%d events behind the fifth, want 1", n)
	}
	if n, _ := run(ci.Validation{Sample: 4}); n != 2 {
		t.Errorf("%d events, want one in four of 6", n)
	}
	packed := ci.Validation{Inputs: []ci.Events{{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("PAR1")), nil }}}}
	if _, err := ci.Validate(context.Background(), nil, packed); err == nil || !strings.Contains(err.Error(), "name the file itself") {
		t.Errorf("a stream: %v", err)
	}
}

// Each byte of a file in turn is made another: nothing panics, and no claim makes
// the reader take memory for what is not there.
func TestParquetTrustsNoByte(t *testing.T) {
	for _, name := range []string{"events-delta", "columns-duckdb"} {
		file, err := os.ReadFile("testdata/parquet/" + name + ".parquet")
		if err != nil {
			t.Fatal(err)
		}
		read, most := 0, uint64(0)
		for i := range file {
			for _, other := range []byte{0xff, file[i] ^ 1} {
				was := file[i]
				file[i] = other
				before := allocated()
				if head(file, 1000) == nil {
					read++
				}
				most = max(most, allocated()-before)
				file[i] = was
			}
		}
		if most > 8<<20 || read == 0 || read == 2*len(file) {
			t.Errorf("%s: %d of %d changes go unnoticed, one read takes %d bytes", name, read, 2*len(file), most)
		}
	}
}

// allocated is how many bytes were ever allocated.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// head reads the first rows.
func head(file []byte, count int) error {
	next, err := records.Parquet(bytes.NewReader(file), int64(len(file)), 0)
	for i := 0; err == nil && i < count; i++ {
		_, err = next()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// FuzzParquet holds the reader to its limits, whatever the bytes: no panic, whole
// lines of JSON, and no more memory than a page of the file may take.
func FuzzParquet(f *testing.F) {
	for _, name := range parquetFiles(f) {
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file, uint8(0))
	}
	f.Fuzz(func(t *testing.T, file []byte, from uint8) {
		next, err := records.Parquet(bytes.NewReader(file), int64(len(file)), int64(from))
		for range 1000 {
			if err != nil {
				return
			}
			var r envelope.Record
			if r, err = next(); err == nil && (len(r.Text) < 2 || r.Text[0] != '{' || r.Text[len(r.Text)-1] != '}') {
				t.Fatalf("a row became %s", r.Text)
			}
		}
	})
}
