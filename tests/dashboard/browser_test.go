// Package dashboard looks at the pages of evctl report and evctl validate as
// people do: in a browser, and at the metrics as a monitoring server does.
package dashboard

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/dashboard/sample"
)

// A watch is what a browser says of a page beside showing it.
type watch struct {
	mu       sync.Mutex
	said     []string // to the console, and in its log
	requests []string
}

func (w *watch) event(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		w.said = append(w.said, "console."+string(e.Type))
	case *runtime.EventExceptionThrown:
		w.said = append(w.said, "thrown: "+e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		w.said = append(w.said, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		w.requests = append(w.requests, e.Request.URL)
	}
}

// quiet fails the test if the page said something or asked for more than itself.
func (w *watch) quiet(t testing.TB, address string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.said) > 0 {
		t.Errorf("the browser says %q", w.said)
	}
	if !slices.Contains(w.requests, address) {
		t.Errorf("the browser asked for %q, and the page is not among it: the test sees no request", w.requests)
	}
	for _, url := range w.requests {
		if url != address {
			t.Errorf("the page asks for %s", url)
		}
	}
}

// open shows a page in Chromium.
func open(t testing.TB, html []byte) (context.Context, *watch) {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: apt-get install chromium")
	}
	dir, err := os.MkdirTemp("", "evctl-browser-") // a browser may write to it while it ends
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, html, 0o644); err != nil {
		t.Fatal(err)
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(filepath.Join(dir, "profile")), chromedp.WindowSize(1280, 900))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	// What this version of the protocol does not know of a newer browser is no error.
	ctx, _ = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(func() { chromedp.Cancel(ctx) })
	w := &watch{}
	chromedp.ListenTarget(ctx, w.event)
	address := "file://" + file
	if err := chromedp.Run(ctx, log.Enable(), network.Enable(), chromedp.Navigate(address), chromedp.WaitVisible("footer", chromedp.ByQuery)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.quiet(t, address) })
	return ctx, w
}

func render(t testing.TB, d dashboard.Dashboard) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := dashboard.HTML(&b, &d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// ask evaluates JavaScript in the page.
func ask[T any](t testing.TB, ctx context.Context, script string) (answer T) {
	t.Helper()
	if err := chromedp.Run(ctx, chromedp.Evaluate(script, &answer)); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return answer
}

// write types into the filter, as a keyboard does.
func write(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	ask[bool](t, ctx, `(() => { const f = document.querySelector("#filter"); f.focus(); f.select(); return document.activeElement === f })()`)
	if text == "" {
		text = kb.Delete
	}
	if err := chromedp.Run(ctx, chromedp.KeyEvent(text)); err != nil {
		t.Fatal(err)
	}
}

// click clicks in the middle of an element.
func click(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	at := ask[[]float64](t, ctx, `(() => { const r = document.querySelector("`+selector+`").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`)
	if err := chromedp.Run(ctx, chromedp.MouseClickXY(at[0], at[1])); err != nil {
		t.Fatal(err)
	}
}

const shown = `Array.from(document.querySelectorAll("table[data-rows] > tbody > tr")).filter((row) => row.checkVisibility()).length`

func TestFilter(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(40, 500)))
	all := ask[int](t, ctx, shown)
	if all < 700 {
		t.Fatalf("%d rows are visible, want those of 40 services and 500 exceptions", all)
	}
	write(t, ctx, "TEAM-LEDGER expired")
	some := ask[int](t, ctx, shown)
	wrong := ask[int](t, ctx, strings.Replace(shown, "row.checkVisibility()", `row.checkVisibility() && !/team-ledger/.test(row.textContent)`, 1))
	if some == 0 || some >= all || wrong > 0 {
		t.Errorf("%d of %d rows stay, %d of them without the word", some, all, wrong)
	}
	rows := ask[int](t, ctx, `document.querySelectorAll("table[data-rows] > tbody > tr").length`)
	announced := ask[string](t, ctx, `document.querySelector("[aria-live]").textContent`)
	if want := fmt.Sprintf("%d of %d rows", some, rows); announced != want {
		t.Errorf("announced %q, want %q", announced, want)
	}
	write(t, ctx, "")
	if again := ask[int](t, ctx, shown); again != all {
		t.Errorf("%d rows after the filter is empty again, want %d", again, all)
	}
	if said := ask[string](t, ctx, `document.querySelector("[aria-live]").textContent`); said != "" {
		t.Errorf("announced %q, want nothing", said)
	}
}

// colours are those of the page and its text.
const colours = `getComputedStyle(document.body).backgroundColor + " " + getComputedStyle(document.body).color`

func TestThemes(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(3, 20)))
	prefer := func(scheme string) string {
		t.Helper()
		if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		return ask[string](t, ctx, colours)
	}
	light, dark := prefer("light"), prefer("dark")
	if light == dark {
		t.Errorf("both themes are %s", light)
	}
	press := func() (name, colour string) {
		t.Helper()
		click(t, ctx, "#theme")
		return ask[string](t, ctx, `document.querySelector("#theme").textContent`), ask[string](t, ctx, colours)
	}
	prefer("dark")
	for _, want := range [][2]string{{"Theme: light", light}, {"Theme: dark", dark}, {"Theme: system", dark}} {
		if name, colour := press(); name != want[0] || colour != want[1] {
			t.Errorf("got %s %s, want %s", name, colour, want)
		}
	}
	if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("print")); err != nil {
		t.Fatal(err)
	}
	if got := ask[string](t, ctx, `getComputedStyle(document.querySelector("#tools")).display + " " + getComputedStyle(document.querySelector("nav")).display`); got != "none none" {
		t.Errorf("on paper the tools are %s, want none", got)
	}
}

// Text and its background differ enough to read (WCAG 2.1, 1.4.3), in both
// themes, on whatever lies behind.
func TestContrast(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(8, 60)))
	for _, scheme := range []string{"light", "dark"} {
		if err := chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})); err != nil {
			t.Fatal(err)
		}
		for _, faint := range ask[[]string](t, ctx, contrast) {
			t.Errorf("%s: %s", scheme, faint)
		}
	}
}

// contrast lists kinds of text with less than 4.5:1.
const contrast = `(() => {
  const channel = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const parse = (text) => text.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
  const faint = new Set();
  for (const e of document.querySelectorAll("body *")) {
    if (!Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility() || e.closest("svg, script, style, .unseen")) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.add(e.tagName + "." + e.className + " " + ratio.toFixed(2));
  }
  return Array.from(faint);
})()`

// A narrow window scrolls regions, not the page.
func TestNarrowWindow(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(40, 100)))
	for _, width := range []int64{400, 1280} {
		if err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 800)); err != nil {
			t.Fatal(err)
		}
		if got := ask[int64](t, ctx, `document.documentElement.scrollWidth`); got > width {
			t.Errorf("%d pixels are needed of %d", got, width)
		}
	}
}

func TestHostileTextStaysText(t *testing.T) {
	evil := `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`
	ctx, _ := open(t, render(t, dashboard.Join("evctl", "2026-11-30", dashboard.Dashboard{
		Repositories: []dashboard.Repository{{Name: evil, Notes: []string{evil}}},
		Exceptions:   []dashboard.Exception{{Repository: evil, ID: evil, Rules: []string{evil}, Reason: evil, Owner: evil, URL: "javascript:document.title='taken'", Decision: "approved", Expires: "2027-01-01"}},
		Services:     []dashboard.Service{{Repository: evil, Name: evil, Verdicts: []dashboard.Verdict{{Clause: evil, Outcome: dashboard.Fail, Why: evil}}}},
		Subjects:     []dashboard.Subject{{Repository: evil, Name: evil}},
	})))
	if title := ask[string](t, ctx, `document.title`); title != "Event contracts, 2026-11-30" {
		t.Errorf("the title is %q", title)
	}
	if n := ask[int](t, ctx, `document.querySelectorAll("img, body script ~ script, a[href^=javascript]").length`); n > 0 {
		t.Errorf("%d elements came from text", n)
	}
	if text := ask[string](t, ctx, `document.querySelector("#repositories tbody th").textContent`); text != evil {
		t.Errorf("the name is shown as %q", text)
	}
}

// The policy is in force: what is put into the page later does not run.
func TestThePolicyHolds(t *testing.T) {
	ctx, w := open(t, render(t, sample.Fleet(1, 1)))
	ask[bool](t, ctx, `(() => { const s = document.createElement("script"); s.textContent = "document.title = 'taken'"; document.body.append(s);
		document.body.setAttribute("onclick", "document.title = 'taken'"); document.body.click();
		const i = document.createElement("img"); i.src = "https://example.org/leak.png"; document.body.append(i); return true })()`)
	time.Sleep(300 * time.Millisecond)
	if title := ask[string](t, ctx, `document.title`); title == "taken" {
		t.Error("a script that is not the page's own ran")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.said) == 0 {
		t.Error("the browser says nothing of what the policy forbids: the test sees nothing")
	}
	w.said = nil // it was asked for
	w.requests = slices.DeleteFunc(w.requests, func(url string) bool { return strings.HasPrefix(url, "https://example.org") })
}

// What Chromium hands to a screen reader: landmarks, and a name for every
// table, picture, region and control.
func TestAccessibilityTree(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(3, 20)))
	// The types of this version of the protocol refuse reasons they do not know.
	var tree struct {
		Nodes []struct {
			Ignored bool `json:"ignored"`
			Role    struct {
				Value any `json:"value"`
			} `json:"role"`
			Name struct {
				Value any `json:"value"`
			} `json:"name"`
		} `json:"nodes"`
	}
	err := chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	if err != nil {
		t.Fatal(err)
	}
	roles := map[string]int{}
	for _, n := range tree.Nodes {
		role, _ := n.Role.Value.(string)
		if n.Ignored || role == "" {
			continue
		}
		roles[role]++
		if name, _ := n.Name.Value.(string); name == "" && slices.Contains([]string{"table", "image", "region", "searchbox", "button", "link", "columnheader", "rowheader", "heading"}, role) {
			t.Errorf("a %s has no name", role)
		}
	}
	for role, want := range map[string]int{"banner": 1, "navigation": 1, "main": 1, "search": 1, "contentinfo": 1, "searchbox": 1, "button": 1, "status": 1} {
		if roles[role] != want {
			t.Errorf("%d of role %s, want %d", roles[role], role, want)
		}
	}
	if roles["table"] < 12 || roles["image"] != 4 || roles["rowheader"] < 30 {
		t.Errorf("got %v, want a table beside each of four pictures, and rows with headings", roles)
	}
	if n := ask[int](t, ctx, `(() => { let last = 0, bad = 0; for (const h of document.querySelectorAll("h1, h2, h3")) { const level = Number(h.tagName[1]); if (level > last + 1) bad++; last = level; } return bad })()`); n > 0 {
		t.Errorf("%d headings skip a level", n)
	}
}

// It prints: a PDF of several pages comes out, with the numbers.
func TestPrints(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(40, 500)))
	var pdf []byte
	err := chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
		return err
	}))
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) || len(pdf) < 50_000 {
		t.Errorf("got %d bytes, %v", len(pdf), err)
	}
	if dir := os.Getenv("EVCTL_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "dashboard.pdf"), pdf, 0o644); err != nil {
			t.Error(err)
		}
	}
}

// Both themes are what they are called, on a telephone and on a screen.
// EVCTL_SCREENSHOTS names a folder for the pictures, for people to look at.
func TestScreenshots(t *testing.T) {
	ctx, _ := open(t, render(t, sample.Fleet(12, 60)))
	for _, width := range []int64{400, 1280} {
		var brightness []float64
		for _, scheme := range []string{"light", "dark"} {
			var shot []byte
			err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 1000), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.FullScreenshot(&shot, 100))
			if err != nil {
				t.Fatal(err)
			}
			brightness = append(brightness, brightnessOf(t, shot, int(width)))
			if dir := os.Getenv("EVCTL_SCREENSHOTS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", scheme, width)), shot, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		if brightness[0] < 0.8 || brightness[1] > 0.2 {
			t.Errorf("at %d pixels light has a brightness of %.2f, dark of %.2f", width, brightness[0], brightness[1])
		}
	}
}

// brightnessOf is the mean brightness of a picture, from 0 to 1.
func brightnessOf(t *testing.T, shot []byte, width int) float64 {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	bounds := picture.Bounds()
	if bounds.Dx() != width {
		t.Errorf("the picture is %d pixels wide, want %d", bounds.Dx(), width)
	}
	sum, n := 0.0, 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y += 7 {
		for x := bounds.Min.X; x < bounds.Max.X; x += 7 {
			sum += float64(color.Gray16Model.Convert(picture.At(x, y)).(color.Gray16).Y) / 0xffff
			n++
		}
	}
	return sum / float64(n)
}
