package envelope_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// compared compares two dumps, and sees that no file is left.
func compared(t *testing.T, first, second io.Reader) ([]evctl.Finding, envelope.ForkSummary, error) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var found []evctl.Finding
	sum, err := envelope.NewChecker(nil, envelope.Options{}).Forks(t.Context(),
		envelope.Dump{Name: "first", Read: first}, envelope.Dump{Name: "second", Read: second},
		func(f evctl.Finding) { found = append(found, f) })
	if left, failed := os.ReadDir(dir); failed != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, failed)
	}
	return found, sum, err
}

func version(aggregate string, version, epoch int, note string) string {
	return fmt.Sprintf(`{"event_id":"e","aggregate_type":"order","aggregate_id":%q,"aggregate_version":%d,"writer_epoch":%d,"payload":{"note":%q}}`+"\n", aggregate, version, epoch, note)
}

func TestForks(t *testing.T) {
	for _, test := range []struct{ name, first, second, want string }{
		{"the same", version("a", 1, 1, "x"), version("a", 1, 1, "x"), ""},
		{"on one side alone", version("a", 1, 1, "x"), version("a", 2, 1, "y"), ""},
		{"other content", version("a", 1, 1, "x"), version("a", 1, 1, "y"), `version 1 of "order/a" has other content`},
		{"another epoch", version("a", 1, 1, "x"), version("a", 1, 2, "x"), `version 1 of "order/a" has epoch 2 here and 1 there`},
		{"the higher epoch counts", version("a", 1, 2, "x") + version("a", 1, 1, "z"), version("a", 1, 1, "y") + version("a", 1, 2, "x"), ""},
		{"no epoch is the first", version("a", 1, 1, "x"), strings.Replace(version("a", 1, 1, "x"), `"writer_epoch":1,`, "", 1), `other content`},
		{"spelled otherwise", version("a", 1, 1, "x"), `{"aggregate_version" : 1, "payload": {"note":"\u0078"}, "writer_epoch":1,"aggregate_id":"\u0061", "aggregate_type":"order","event_id":"e"}`, ""},
		{"of another type", version("a", 1, 1, "x"), strings.Replace(version("a", 1, 1, "y"), "order", "cart", 1), ""},
		{"an array", "[" + version("a", 1, 1, "x") + "," + version("b", 1, 1, "x") + "]", version("b", 1, 1, "y"), `version 1 of "order/b" has other content`},
	} {
		found, sum, err := compared(t, strings.NewReader(test.first), strings.NewReader(test.second))
		var said []string
		for _, f := range found {
			said = append(said, f.Message)
		}
		got := strings.Join(said, "; ")
		if err != nil || !strings.HasSuffix(got, test.want) || (got == "") != (test.want == "") || sum.Forks != len(found) || sum.Unordered > 0 {
			t.Errorf("%s: got %q, %+v, %v", test.name, got, sum, err)
		}
	}
}

// What cannot be compared is counted, however it is wrong.
func TestForksCountWhatTheyCannotCompare(t *testing.T) {
	good := version("a", 1, 1, "x")
	var bad []string
	for _, change := range [][2]string{
		{`"a"`, `""`}, {`"a"`, `7`}, {`"a"`, `null`}, {`"aggregate_id":"a",`, ``}, {`"aggregate_type":"order"`, `"aggregate_type":["order"]`},
		{`"aggregate_version":1`, `"aggregate_version":0`}, {`"aggregate_version":1`, `"aggregate_version":-1`},
		{`"aggregate_version":1`, `"aggregate_version":1.5`}, {`"aggregate_version":1`, `"aggregate_version":99999999999999999999`},
		{`"writer_epoch":1`, `"writer_epoch":0`}, {`"writer_epoch":1`, `"writer_epoch":"1"`}, {`"event_id":"e",`, ``},
		{`"event_id":"e"`, `"event_id":"e","event_id":"e"`}, {`"note":"x"`, `"note":"x","note":"x"`}, {`"payload"`, `"z":1,"z":1,"payload"`},
		{`"x"`, "\"\xff\""}, {`}}`, `}`}, {`}}`, `}}}`}, {`{"note`, `{note`}, {good, "null\n"}, {good, strings.Repeat("[", 20_000) + "\n"},
	} {
		bad = append(bad, strings.Replace(good, change[0], change[1], 1))
	}
	for _, event := range bad {
		_, sum, err := compared(t, strings.NewReader(good+event), strings.NewReader(good))
		if err != nil || sum.Unordered != 1 || sum.Both != 1 || sum.Forks != 0 {
			t.Errorf("%s: got %+v, %v", event, sum, err)
		}
	}
}

// Dumps that do not fit into memory are compared as small ones are.
func TestForksOfLargeDumps(t *testing.T) {
	const aggregates, versions = 1000, 60 // more than is kept in memory
	dump := func(fork func(i int) bool) io.Reader {
		var b bytes.Buffer
		for v := range versions {
			for a := range aggregates {
				note := "x"
				if fork(v*aggregates + a) {
					note = "y"
				}
				b.WriteString(version(fmt.Sprintf("order-of-a-long-name-%d", a), v+1, 1, note))
			}
		}
		return &b
	}
	none := func(int) bool { return false }
	few := map[int]bool{5: true, 37_777: true, 59_999: true}
	found, sum, err := compared(t, dump(none), dump(func(i int) bool { return few[i] }))
	if err != nil || sum.Both != aggregates*versions || sum.Events != 2*sum.Both || len(found) != 3 ||
		found[0].Position.Line != 6 || found[1].Position.Line != 37_778 || found[2].Position.Line != 60_000 || found[2].Related[0].Line != 60_000 {
		t.Errorf("got %+v, %v, %v", found, sum, err)
	}
	found, sum, err = compared(t, dump(none), dump(func(int) bool { return true }))
	if err != nil || sum.Forks != aggregates*versions || len(found) != 10_000 || sum.Unreported != 50_000 {
		t.Fatalf("got %d findings, %+v, %v", len(found), sum, err)
	}
	for i, f := range found {
		if f.Position.Line != i+1 {
			t.Fatalf("finding %d is of line %d", i, f.Position.Line)
		}
	}
}

func TestForksEnd(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, _, err := compared(t, strings.NewReader(""), io.MultiReader(strings.NewReader(version("a", 1, 1, "x")), failingReader{broken})); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, _, err := compared(t, strings.NewReader(version("a", 1, 1, "x")), strings.NewReader("no\nevents\n")); err == nil || !strings.Contains(err.Error(), "no event says which version") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dump := envelope.Dump{Name: "d", Read: strings.NewReader(version("a", 1, 1, "x"))}
	if _, err := envelope.NewChecker(nil, envelope.Options{}).Forks(ctx, dump, dump, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	t.Setenv("TMPDIR", "/nowhere")
	many := func() io.Reader { return strings.NewReader(strings.Repeat(version("a", 1, 1, "x"), 1000)) }
	if _, err := envelope.NewChecker(nil, envelope.Options{}).Forks(t.Context(), envelope.Dump{Read: many()}, envelope.Dump{Read: many()}, nil); err == nil {
		t.Error("nowhere to put files: no error")
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
