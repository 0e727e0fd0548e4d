package envelope

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFrames(t *testing.T) {
	const limit = 12
	for name, test := range map[string]struct {
		text string
		want []string // line:size:text
	}{
		"nothing":                 {"", nil},
		"blank":                   {"\n \t\r\n\n", nil},
		"lines":                   {"{}\n[]\n", []string{"1:2:{}", "2:2:[]"}},
		"no line break at end":    {"{}\n{}", []string{"1:2:{}", "2:2:{}"}},
		"CRLF":                    {"{}\r\n{}\r\n", []string{"1:2:{}", "2:2:{}"}},
		"byte order mark":         {"\xef\xbb\xbf{}\n", []string{"1:2:{}"}},
		"blank lines between":     {"\n{}\n\n\r\n{}\n\n", []string{"2:2:{}", "5:2:{}"}},
		"a document":              {"{\n \"a\":\n 1}\n", []string{"1:11:{\n \"a\":\n 1}"}},
		"documents":               {"{\n}\n{\n}\n", []string{"1:3:{\n}", "3:3:{\n}"}},
		"a line cut short":        {"{\"a\":[\n{}\n", []string{"1:6:{\"a\":[", "2:2:{}"}},
		"a string cut short":      {"{\"a\n[]\n", []string{"1:3:{\"a", "2:2:[]"}},
		"escapes":                 {`{"\"{":"\\"}` + "\n{}\n", []string{`1:12:{"\"{":"\\"}`, "2:2:{}"}},
		"too many brackets":       {"}}\n{}\n", []string{"1:2:}}", "2:2:{}"}},
		"at the limit":            {"{\"a\":12345}\n{}", []string{"1:11:{\"a\":12345}", "2:2:{}"}},
		"at the limit, CRLF":      {"{\"a\":123456}\r\n{}", []string{"1:12:{\"a\":123456}", "2:2:{}"}},
		"one over":                {"{\"a\":1234567}\n{}", []string{"1:13:{\"a\":1234567}", "2:2:{}"}},
		"far over, braces inside": {"{\"{{{{{{{{{{{{{{{{{{{{{\":{}}\n{}\n", []string{"1:28:{\"{{{{{{{{{{{{", "2:2:{}"}},
		"far over, many lines":    {"[\n 1,\n 2,\n 3,\n 4\n]\n{}\n", []string{"1:18:[\n 1,\n 2,\n 3,", "7:2:{}"}},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			var got []string
			f := newFramer(r, limit)
			for {
				frame, err := f.next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%d:%d:%s", frame.line, frame.size, frame.text))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: got %q, want %q", name, got, test.want)
			}
		}
	}
}

// What is lent stays as it is until the memory is given back.
func TestFramesAreLent(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 20_000 {
		want = append(want, fmt.Sprintf(`{"event":%d}`, i))
		if i%1000 == 999 {
			want = append(want, "[\n]")
		}
	}
	text.WriteString(strings.Join(want, "\n"))
	f := newFramer(strings.NewReader(text.String()), 100)
	f.lends = true
	var got [][]byte
	lent, swaps := 0, 0
	for {
		frame, err := f.next()
		if err == errSpent {
			f.swap(nil)
			swaps++
			continue
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if frame.lent {
			lent++
		} else {
			frame.text = slices.Clone(frame.text)
		}
		got = append(got, frame.text)
	}
	if lent < 19_000 || swaps < 3 || len(got) != len(want) {
		t.Fatalf("%d of %d events, %d of them lent, memory swapped %d times", len(got), len(want), lent, swaps)
	}
	for i := range want {
		if string(got[i]) != want[i] {
			t.Fatalf("event %d is %q, want %s", i, got[i], want[i])
		}
	}
}

func TestFramesReportReadErrors(t *testing.T) {
	f := newFramer(io.MultiReader(strings.NewReader("{}\n{"), iotest.ErrReader(io.ErrClosedPipe)), 10)
	if _, err := f.next(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.next(); err != io.ErrClosedPipe {
		t.Errorf("got %v", err)
	}
}
