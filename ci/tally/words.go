package tally

import (
	"fmt"
	"math"
	"strconv"
)

// span words a width.
func span(seconds int64) string {
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"week", week}, {"day", day}, {"hour", hour}, {"minute", 60}} {
		if seconds%unit.seconds == 0 {
			return plural(int(seconds/unit.seconds), unit.name, unit.name+"s")
		}
	}
	return plural(int(seconds), "second", "seconds")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// thousands writes a number in groups of three digits.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// percent writes a share with two digits behind the point at most; what is not all
// is never rounded to all, nor what is something to nothing.
func percent(part, whole int) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case whole == 0:
		return "–"
	case part > 0 && share < 0.01:
		return "< 0.01 %"
	case part < whole && share > 99.99:
		return "> 99.99 %"
	}
	return strconv.FormatFloat(math.Round(share*100)/100, 'f', -1, 64) + " %"
}
