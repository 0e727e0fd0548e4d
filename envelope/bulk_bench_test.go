package envelope_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// bulkEvents is the number of events of BenchmarkBulk's file.
const bulkEvents = 100_000

// bulkFile writes valid events of a usual size, in the order of 1,000 aggregates.
func bulkFile(b *testing.B) (file string, size int64) {
	var text strings.Builder
	for i := range bulkEvents {
		text.WriteString(strings.Replace(line("aggregate-"+strconv.Itoa(i%1000), 1, i/1000+1, i+1), `"payload":{}`,
			`"payload":{"order":"o_`+strconv.Itoa(i)+`","amount_minor":1250,"currency":"EUR","channel":"web","items":[{"sku":"A-1","n":1},{"sku":"B-2","n":2}]}`, 1))
	}
	file = filepath.Join(b.TempDir(), "events.ndjson")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return file, int64(text.Len())
}

// BenchmarkBulk validates a file, and reads it and counts line breaks.
func BenchmarkBulk(b *testing.B) {
	file, size := bulkFile(b)
	schemas := source(b, map[string][]byte{"schemas/events/parcel.shipped/1.json": []byte(`{"type":"object","required":["order","amount_minor"],"properties":{
		"order":{"type":"string","minLength":1},"amount_minor":{"type":"integer","minimum":0},"currency":{"enum":["EUR","USD"]},"channel":{"type":"string"},
		"items":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"n":{"type":"integer"}}}}}}`)})
	checker := envelope.NewChecker(schemas, envelope.Options{})
	open := func() *os.File {
		f, err := os.Open(file)
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	b.Run("newlines", func(b *testing.B) {
		b.SetBytes(size)
		buf := make([]byte, 1<<18)
		for b.Loop() {
			f, lines := open(), 0
			for {
				n, err := f.Read(buf)
				lines += bytes.Count(buf[:n], []byte("\n"))
				if err != nil {
					break
				}
			}
			f.Close()
			if lines != bulkEvents {
				b.Fatal(lines)
			}
		}
		b.ReportMetric(bulkEvents*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	})
	for _, workers := range []int{1, 2} {
		b.Run("workers="+strconv.Itoa(workers), func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				f := open()
				s, err := checker.Read(context.Background(), envelope.Stream{Name: "e", Reader: f, Workers: workers}, func(f evctl.Finding) { b.Error(f) })
				f.Close()
				if err != nil || s.Valid != bulkEvents {
					b.Fatal(s, err)
				}
			}
			b.ReportMetric(bulkEvents*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
