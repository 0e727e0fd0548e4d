package compat

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
)

func batch(t *testing.T, in string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := New().Batch(context.Background(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`,"elapsed_us":\d+`).ReplaceAllString(out.String(), "")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func TestBatchAnswersEachLine(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"a","format":"avro","old":"\"int\"","new":"\"long\"","mode":"BACKWARD"}`: `{"id":"a","verdict":"compatible","reasons":[]}`,
		`{"id":7,"format":"avro","old":"\"int\"","new":"\"long\"","mode":"FORWARD","note":"passed over"}`: `{"id":7,"verdict":"incompatible","reasons":[` +
			`{"rule":"compat/field-type-changed","direction":"FORWARD","path":"","message":"reader wants int, writer wrote long","witness":{"datum":0,"hex":"00","error":"reader wants int, writer wrote long"}}]}`,
		`{"id":"h","format":"avro","history":["\"long\"","\"int\"","\"long\""],"new":"\"int\"","mode":"BACKWARD_ALL"}`: `{"id":"h","verdict":"incompatible","reasons":[` +
			`{"rule":"compat/field-type-changed","direction":"BACKWARD","path":"","message":"reader wants int, writer wrote long","witness":{"datum":0,"hex":"00","error":"reader wants int, writer wrote long"},"version":1},` +
			`{"rule":"compat/field-type-changed","direction":"BACKWARD","path":"","message":"reader wants int, writer wrote long","witness":{"datum":0,"hex":"00","error":"reader wants int, writer wrote long"},"version":3}]}`,
		`{"id":"r","format":"avro","old":"\"a.E\"","new":"\"a.E\"","refs":{"old":{"e":"{\"type\":\"enum\",\"name\":\"a.E\",\"symbols\":[\"X\"]}"},"new":{"e":"{\"type\":\"enum\",\"name\":\"a.E\",\"symbols\":[\"X\",\"Y\"]}"}},"mode":"BACKWARD"}`: `{"id":"r","verdict":"compatible","reasons":[]}`,
		`{"id":"s","format":"avro","old":"\"int\"","new":"\"nope\""}`: `{"id":"s","verdict":"invalid","reasons":[` +
			`{"rule":"parse/unresolved-ref","path":"","message":"new.avsc:1:1: nothing declares the type \"nope\""}]}`,
		`{"id":"d","format":"json","old":"{}","new":"{}","draft":"draft-03"}`: `{"id":"d","verdict":"invalid","reasons":[` +
			`{"rule":"parse/batch-case","path":"","message":"draft is \"draft-03\": want 4, 6, 7, 2019-09 or 2020-12"}]}`,
		`nonsense`: `{"id":null,"verdict":"invalid","reasons":[{"rule":"parse/batch-case","path":"","message":"not a JSON object: 1:2: invalid character 'o' in literal null (expecting 'u')"}]}`,
		`[]`:       `{"id":null,"verdict":"invalid","reasons":[{"rule":"parse/batch-case","path":"","message":"want a JSON object, found array"}]}`,
		``:         `{"id":null,"verdict":"invalid","reasons":[{"rule":"parse/batch-case","path":"","message":"not a JSON object: 1:1: the text ends before the JSON value does"}]}`,
		`{"id":1,"format":"avro","old":"\"int\"","new":"\"int\"","mode":"SIDEWAYS"}`: `{"id":1,"verdict":"invalid","reasons":[{"rule":"parse/batch-case","path":"",` +
			`"message":"unknown compatibility mode \"SIDEWAYS\": want NONE, BACKWARD, FORWARD or FULL, each but NONE also with _ALL"}]}`,
	} {
		if got := batch(t, line+"\n"); len(got) != 1 || got[0] != want {
			t.Errorf("%s\n got %s\nwant %s", line, strings.Join(got, "\n"), want)
		}
	}
}

func TestBatchGoesOnAfterALongLine(t *testing.T) {
	ok := `{"id":"ok","format":"avro","old":"\"int\"","new":"\"int\""}`
	got := batch(t, strings.Repeat("x", MaxLine+1)+"\n"+ok) // the last line has no newline
	if len(got) != 2 || !strings.Contains(got[0], "over the limit of 16777216 bytes") || !strings.Contains(got[1], `"id":"ok","verdict":"compatible"`) {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
}

// TestBatchStreams writes a line only after the answer to the one before.
func TestBatchStreams(t *testing.T) {
	in, cases := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- New().Batch(context.Background(), in, out) }()
	dec := json.NewDecoder(answers)
	for i := range 3 {
		line, _ := json.Marshal(map[string]any{"id": i, "format": "avro", "old": `"int"`, "new": `"int"`})
		if _, err := cases.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		var a struct{ ID int }
		if err := dec.Decode(&a); err != nil || a.ID != i {
			t.Fatalf("answer %d to case %d: %v", a.ID, i, err)
		}
	}
	cases.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestBatchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := New().Batch(ctx, strings.NewReader("{}\n{}\n"), io.Discard); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func FuzzReadCase(f *testing.F) {
	f.Add([]byte(`{"id":"a","format":"avro","old":"\"int\"","new":"\"long\"","mode":"BACKWARD_ALL","refs":{"old":{"x":"{}"}}}`))
	f.Add([]byte(`{"id":[1],"format":"json","history":["{}"],"new":"{}","draft":"draft-07","formats":"assert"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		c, err := readCase(line)
		if !json.Valid(c.id) {
			t.Errorf("the id %q is no JSON", c.id)
		}
		if err == nil && (c.change.New == nil || c.change.New.Format == "") {
			t.Errorf("no error, and no question: %+v", c)
		}
	})
}
