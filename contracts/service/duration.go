package service

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Duration is written as Go writes it, with d for days (24 hours): 72h, 30d,
// 1d12h. The word forever is longer than every other.
type Duration struct {
	time.Duration
	Set bool // the contract says it

	text string
}

// Forever is the value of the word forever.
const Forever = time.Duration(1<<63 - 1)

// UnmarshalText reads a duration that is not negative.
func (d *Duration) UnmarshalText(text []byte) error {
	value, err := parseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration, want one like 30s, 72h, 30d or forever", text)
	}
	*d = Duration{value, true, string(text)}
	return nil
}

func parseDuration(text string) (time.Duration, error) {
	if text == "forever" {
		return Forever, nil
	}
	var days int64
	if before, after, ok := strings.Cut(text, "d"); ok {
		n, err := strconv.ParseInt(before, 10, 64)
		if err != nil || n < 0 || n > 36_500 {
			return 0, fmt.Errorf("%q days", before)
		}
		days = n
		if after == "" {
			return time.Duration(days) * 24 * time.Hour, nil
		}
		text = after
	}
	rest, err := time.ParseDuration(text)
	if err == nil && rest < 0 {
		err = fmt.Errorf("negative")
	}
	return time.Duration(days)*24*time.Hour + rest, err
}

// String returns the duration as it is written; one that is not, in days if
// they are whole.
func (d Duration) String() string {
	switch day := 24 * time.Hour; {
	case d.text != "":
		return d.text
	case d.Duration == Forever:
		return "forever"
	case d.Duration >= 2*day && d.Duration%day == 0:
		return strconv.FormatInt(int64(d.Duration/day), 10) + "d"
	case d.Duration != 0 && d.Duration%time.Hour == 0:
		return strconv.FormatInt(int64(d.Duration/time.Hour), 10) + "h"
	}
	return d.Duration.String()
}
