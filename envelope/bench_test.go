package envelope_test

import (
	"context"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

func BenchmarkValidate(b *testing.B) {
	v := validator(b, envelope.Options{})
	event := orderPaid("1", `{"order":"o_1","amount_minor":7,"channel":"web"}`)
	b.SetBytes(int64(len(event)))
	b.ReportAllocs()
	for b.Loop() {
		if err := v.Validate(event); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadStream(b *testing.B) {
	var text strings.Builder
	for i := range 1000 {
		text.WriteString(line("a", 1, i+1, i+1))
	}
	checker := envelope.NewChecker(nil, envelope.Options{})
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		s, err := checker.ReadStream(context.Background(), "e", strings.NewReader(text.String()), func(f evctl.Finding) { b.Error(f) })
		if err != nil || s.Events != 1000 {
			b.Fatal(s, err)
		}
	}
}
