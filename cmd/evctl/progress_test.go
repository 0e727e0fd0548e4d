package main

import (
	"testing"
	"time"

	"github.com/evctl/evctl/ci"
)

func TestProgressText(t *testing.T) {
	for _, test := range []struct {
		ci.Progress
		want string
	}{
		{ci.Progress{Bytes: 5 << 10, Events: 40, Invalid: 3}, " 5 KiB, 40 events (20/s), 3 invalid"},
		{ci.Progress{Size: 4 << 20, Events: 40}, " 0 KiB, 40 events (20/s), 0 invalid"},
		{ci.Progress{Bytes: 1 << 20, Size: 4 << 20, Events: 40}, " 1.0 MiB, 40 events (20/s), 0 invalid, 25 %, 6s left"},
		{ci.Progress{Bytes: 5 << 20, Size: 4 << 20, Events: 40}, " 5.0 MiB, 40 events (20/s), 0 invalid, 100 %, 0s left"},
	} {
		if got := progressText(test.Progress, 2*time.Second); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.Progress, got, test.want)
		}
	}
}
