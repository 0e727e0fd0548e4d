package envelope

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/evctl/evctl"
)

func TestArrays(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string // line:column:offset:size:text
		err  string
	}{
		"empty":          {text: " []\n"},
		"one line":       {text: `[{"a":1},{}]`, want: []string{`1:1:1:7:{"a":1}`, "1:9:9:2:{}"}},
		"indented":       {text: "[\n  {\n   \"a\":[1,{}]},\n  {}\n]\n", want: []string{"2:2:4:16:{\n   \"a\":[1,{}]}", "4:2:24:2:{}"}},
		"one a line":     {text: "[{}]\n[{}]\n", want: []string{"1:1:1:2:{}", "2:1:6:2:{}"}},
		"quoted":         {text: `[{"]},\"{":"\\"},{}]`, want: []string{`1:1:1:15:{"]},\"{":"\\"}`, "1:17:17:2:{}"}},
		"other elements": {text: `[{} , 17 ,"a,b", [1]]`, want: []string{"1:1:1:2:{}", "1:6:6:2:17", `1:10:10:5:"a,b"`, "1:17:17:3:[1]"}},
		"byte order":     {text: "\xef\xbb\xbf[{}]", want: []string{"1:1:4:2:{}"}},
		"over the limit": {text: `[{"a":"0123456789012345"},{}]`, want: []string{`1:1:1:24:{"a":"01234567890123`, "1:26:26:2:{}"}},
		"not closed":     {text: "[{},\n", want: []string{"1:1:1:2:{}"}, err: "line 2, column 1: the array is not closed: unexpected EOF"},
		"cut short":      {text: `[{"a`, err: "line 1, column 5: the array is not closed: unexpected EOF"},
		"no comma":       {text: "[{} {}]", want: []string{"1:1:1:2:{}"}, err: "line 1, column 5: want a comma between events of an array"},
		"comma at end":   {text: "[{},]", want: []string{"1:1:1:2:{}"}, err: "line 1, column 5: want an event behind the comma"},
		"something else": {text: "[{}] {}", want: []string{"1:1:1:2:{}"}, err: "line 1, column 6: want another array, or nothing, behind an array"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			got, err := framed(newFramer(r, 20))
			if test.err == "" && err != nil || test.err != "" && (err == nil || err.Error() != test.err) {
				t.Errorf("%s: got error %v, want %s", name, err, test.err)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: got %q, want %q", name, got, test.want)
			}
		}
	}
}

func framed(f *framer) (got []string, err error) {
	for {
		fr, err := f.next()
		if err == io.EOF {
			return got, nil
		}
		if err != nil {
			return got, err
		}
		got = append(got, fmt.Sprintf("%d:%d:%d:%d:%s", fr.line, fr.column, fr.offset, fr.size, fr.text[:min(len(fr.text), 20)]))
	}
}

func TestPositionsInArrays(t *testing.T) {
	var got []string
	_, err := NewChecker(nil, Options{}).ReadStream(context.Background(), "e", strings.NewReader("[{},\n  {\"x\":1,\n\"y\":1}]"), func(f evctl.Finding) {
		if f.Rule == "envelope/field-unknown" {
			got = append(got, f.Position.String())
		}
	})
	if want := []string{"e:2:4", "e:3:1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v %v, want %v", got, err, want)
	}
}

func TestBrokenArraysAreNoFindings(t *testing.T) {
	sum, err := NewChecker(nil, Options{}).ReadStream(context.Background(), "e", strings.NewReader("[{},"), func(evctl.Finding) {})
	if !errors.Is(err, io.ErrUnexpectedEOF) || sum.Events != 1 {
		t.Errorf("got %v, %v", sum, err)
	}
}
