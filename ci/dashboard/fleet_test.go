package dashboard_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/dashboard/sample"
)

// Forty services and five hundred exceptions are a page in well under a second,
// and of a size that a browser does not mind.
func TestFleetIsQuick(t *testing.T) {
	d := sample.Fleet(40, 500)
	var b bytes.Buffer
	start := time.Now()
	if err := dashboard.HTML(&b, &d); err != nil {
		t.Fatal(err)
	}
	elapsed := time.Since(start)
	t.Logf("%d bytes in %s", b.Len(), elapsed)
	if elapsed > time.Second {
		t.Errorf("took %s, want less than a second", elapsed)
	}
	if b.Len() > 1<<20 {
		t.Errorf("%d bytes, want at most a megabyte", b.Len())
	}
}

func BenchmarkFleet(b *testing.B) {
	d := sample.Fleet(40, 500)
	for _, name := range dashboard.Formats() {
		write, _ := dashboard.Lookup(name)
		b.Run(name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := write(&out, &d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		})
	}
}

func TestTheSameBytesEachTime(t *testing.T) {
	for _, name := range dashboard.Formats() {
		write, _ := dashboard.Lookup(name)
		var first bytes.Buffer
		for i := range 3 {
			d := sample.Fleet(9, 60)
			var b bytes.Buffer
			if err := write(&b, &d); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = b
			} else if !bytes.Equal(first.Bytes(), b.Bytes()) {
				t.Errorf("%s differs from run to run", name)
			}
		}
	}
}
