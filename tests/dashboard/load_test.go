package dashboard

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/evctl/evctl/ci/dashboard/sample"
)

// BenchmarkLoad writes the page of 40 services and 500 exceptions and loads it
// in Chromium: milliseconds until its load event, and the page's bytes.
func BenchmarkLoad(b *testing.B) {
	ctx, _ := open(b, render(b, sample.Fleet(40, 500)))
	var total float64
	for b.Loop() {
		began := time.Now()
		html := render(b, sample.Fleet(40, 500))
		total += float64(time.Since(began).Milliseconds())
		if err := chromedp.Run(ctx, chromedp.Reload(), chromedp.WaitVisible("#repositories")); err != nil {
			b.Fatal(err)
		}
		total += ask[float64](b, ctx, `performance.getEntriesByType("navigation")[0].loadEventEnd`)
		b.ReportMetric(float64(len(html)), "page-bytes")
	}
	b.ReportMetric(total/float64(b.N), "ms-to-load")
}
