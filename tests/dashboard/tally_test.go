package dashboard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/tally"
	"github.com/evctl/evctl/envelope"
)

// bulkPage is the page of a run over three days with faults by many rules, or by
// none.
func bulkPage(t testing.TB, rules int) []byte {
	t.Helper()
	counts := tally.Tally{Times: true}
	start := time.Date(2026, 3, 1, 9, 7, 0, 0, time.UTC)
	for i := range 5000 {
		j := envelope.Judged{Ref: evctl.SchemaRef{Subject: "order.paid", Version: 1 + i%2}, Occurred: start.Add(time.Duration(i) * 50 * time.Second)}
		if rules > 0 && i%9 == 0 {
			j.Invalid, j.Findings = true, []evctl.Finding{{Rule: fmt.Sprintf("envelope/rule-%02d", i%rules), Severity: evctl.Error}}
		}
		if i%500 == 0 {
			j.Occurred = time.Time{}
		}
		counts.Event(j)
	}
	var b bytes.Buffer
	if err := counts.HTML(&b, tally.Run{Tool: "evctl", Inputs: []string{"events.ndjson"}, Notes: []string{"one event in 2 was judged"}}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Both themes can be read, at every width, and the page asks for nothing.
// EVCTL_SCREENSHOTS names a folder for the pictures, for people to look at.
func TestBulkPage(t *testing.T) {
	ctx, _ := open(t, bulkPage(t, 20))
	for _, width := range []int64{400, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			var shot []byte
			err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 1000), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.FullScreenshot(&shot, 100))
			if err != nil {
				t.Fatal(err)
			}
			if b := brightnessOf(t, shot, int(width)); scheme == "light" && b < 0.8 || scheme == "dark" && b > 0.2 {
				t.Errorf("at %d pixels %s has a brightness of %.2f", width, scheme, b)
			}
			for _, faint := range ask[[]string](t, ctx, contrast) {
				t.Errorf("%s: %s", scheme, faint)
			}
			for _, faint := range ask[[]string](t, ctx, columnContrast) {
				t.Errorf("%s: %s", scheme, faint)
			}
			if dir := os.Getenv("EVCTL_SCREENSHOTS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("bulk-%s-%d.png", scheme, width)), shot, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := ask[int64](t, ctx, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("%d pixels are needed of %d", got, width)
		}
	}
}

// columnContrast lists the colours of columns with less than 3:1 to what lies
// behind (WCAG 2.1, 1.4.11).
const columnContrast = `(() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const parse = (text) => text.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const card = light(parse(getComputedStyle(document.querySelector(".plot")).backgroundColor));
  const faint = [];
  for (const p of document.querySelectorAll("#findings path[class^=c], .key path, .spark path, #invalid path.bad")) {
    const [a, b] = [light(parse(getComputedStyle(p).fill)), card].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 3) faint.push(p.getAttribute("class") + " " + ((a + 0.05) / (b + 0.05)).toFixed(2));
  }
  return faint;
})()`

// What is drawn is what the table says: the columns of all findings are as high,
// together, as the findings of the table are many.
func TestBulkPageDrawsItsNumbers(t *testing.T) {
	ctx, _ := open(t, bulkPage(t, 20))
	drawn := ask[float64](t, ctx, `(() => { let area = 0; for (const p of document.querySelectorAll("#findings path[class^=c]:not(.cut), #findings path.other"))
		for (const v of p.getAttribute("d").matchAll(/v([\d.]+)/g)) area += Number(v[1]); return area })()`)
	scale := ask[[]float64](t, ctx, `(() => { const t = document.querySelectorAll("#findings text.end"); return [Number(t[0].textContent), Number(t[t.length - 1].getAttribute("y")) - Number(t[0].getAttribute("y"))] })()`)
	dated := ask[float64](t, ctx, `Array.from(document.querySelectorAll("[aria-label='Events and findings over time'] tbody tr")).slice(0, -1).reduce((sum, row) => sum + Number(row.cells[4].textContent), 0)`)
	if got := drawn * scale[0] / scale[1]; got < dated*0.99 || got > dated*1.01 || dated < 500 {
		t.Errorf("columns of %.1f findings are drawn, the table has %.0f", got, dated)
	}
	if last := ask[string](t, ctx, `Array.from(document.querySelectorAll("tbody th")).pop().textContent`); last != "without a time" {
		t.Errorf("the last row is %q, want events without a time", last)
	}
	if clean, _ := open(t, bulkPage(t, 0)); ask[int](t, clean, `document.querySelectorAll("figure").length`) != 1 {
		t.Error("without findings, the events alone are drawn")
	}
}
