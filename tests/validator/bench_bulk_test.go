package validator

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

const (
	bulkEvents = 200_000
	bulkRounds = 7
)

// bulkFile writes valid events, in the order of 1,000 aggregates.
func bulkFile(b *testing.B) string {
	r := rand.New(rand.NewPCG(7, 7))
	var text strings.Builder
	for i := range bulkEvents {
		event, payload := benchFields(r)
		event[5].value, event[6].value, event[7].value = fmt.Sprintf(`"acc_%d"`, i%1000), fmt.Sprint(i/1000+1), "1"
		text.WriteString(written(append(event, field{"payload", written(payload, ",", ":")}), ",", ":") + "\n")
	}
	file := filepath.Join(b.TempDir(), "events.ndjson")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}

// validated has evctl judge the file.
func validated(b *testing.B, workers int) func(io.Reader) int {
	checker := envelope.NewChecker(benchSource(b), envelope.Options{Registry: "events"})
	return func(r io.Reader) int {
		s, err := checker.Read(context.Background(), envelope.Stream{Name: "e", Reader: r, Workers: workers}, func(f evctl.Finding) { b.Error(f) })
		if err != nil {
			b.Fatal(err)
		}
		return s.Valid
	}
}

// newlines reads blocks and counts the line breaks in them: the least that
// reading NDJSON takes.
func newlines(r io.Reader) (lines int) {
	buf := make([]byte, 1<<16)
	for {
		n, err := r.Read(buf)
		lines += bytes.Count(buf[:n], []byte("\n"))
		if err != nil {
			return lines
		}
	}
}

// lines reads the file line by line as Go programs do.
func lines(r io.Reader) (lines int) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		lines++
	}
	return lines
}

// BenchmarkBulk measures a file in the page cache, in computing time on one
// processor, beside reading it and counting its lines, and beside ajv.
func BenchmarkBulk(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	file := bulkFile(b)
	ways := []struct {
		name string
		read func(io.Reader) int
	}{{"evctl", validated(b, 1)}, {"newlines", newlines}, {"lines", lines}}
	took := make([][]float64, len(ways))
	for b.Loop() {
		for range bulkRounds {
			for i, way := range ways {
				start := cpu()
				readAll(b, file, way.read)
				took[i] = append(took[i], float64(cpu()-start)/bulkEvents)
			}
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	median, least := took[0][len(took[0])/2], took[0][0]
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median, "ns/event")
	b.ReportMetric(least, "min-ns/event")
	for i, way := range ways[1:] {
		b.ReportMetric(median/took[i+1][len(took[i+1])/2], "of:"+way.name) // how many times as long as that
		b.ReportMetric(least/took[i+1][0], "min-of:"+way.name)
	}
	if ajvMedian, ajvLeast, ok := ajv(b, file, "chunked", bulkRounds, bulkEvents); ok {
		b.ReportMetric(ajvMedian/median, "x:ajv")
		b.ReportMetric(ajvLeast/least, "min-x:ajv")
	}
}

func readAll(b *testing.B, file string, read func(io.Reader) int) {
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if n := read(f); n != bulkEvents {
		b.Fatalf("%d events, want %d", n, bulkEvents)
	}
}

// BenchmarkTwoWorkers measures how much sooner two workers are done on two
// processors than one on one, if two are idle.
func BenchmarkTwoWorkers(b *testing.B) {
	if gain := idle(); gain < 1.9 {
		b.Skipf("two processors are not idle: two goroutines do %.2f times the work of one", gain)
	}
	file := bulkFile(b)
	one, two := validated(b, 1), validated(b, 2)
	var gains []float64
	for b.Loop() {
		for range bulkRounds {
			start := time.Now()
			runtime.GOMAXPROCS(1)
			readAll(b, file, one)
			middle := time.Now()
			runtime.GOMAXPROCS(2)
			readAll(b, file, two)
			gains = append(gains, float64(middle.Sub(start))/float64(time.Since(middle)))
		}
	}
	slices.Sort(gains)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(gains[len(gains)/2], "x:one")
	b.ReportMetric(gains[len(gains)-1], "max-x:one")
}

// idle returns how much more two goroutines compute at once than one.
func idle() float64 {
	spin := func() {
		for i, sum := 0, 0; i < 200_000_000; i++ {
			sum += i * i
		}
	}
	start := time.Now()
	spin()
	one := time.Since(start)
	start = time.Now()
	var both sync.WaitGroup
	both.Go(spin)
	both.Go(spin)
	both.Wait()
	return 2 * float64(one) / float64(time.Since(start))
}
