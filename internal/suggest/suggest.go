// Package suggest finds the name that someone who mistyped probably meant.
// Call [Nearest]; [Hint] words the answer, [Distance] is what it goes by.
package suggest

import "fmt"

// Nearest returns the candidate with the fewest edits from name (insertions,
// deletions, replacements, swaps of neighbours), the first of equals. It finds
// none if every candidate needs more than a third of the name's length, at
// least one edit and at most three.
func Nearest(name string, among []string) (string, bool) {
	best, found := "", false
	limit := min(max(len(name)/3, 1), 3)
	for _, candidate := range among {
		if diff := len(candidate) - len(name); diff > limit || -diff > limit {
			continue
		}
		if d := Distance(name, candidate); d <= limit && candidate != name {
			best, found, limit = candidate, true, d-1
		}
	}
	return best, found
}

// Hint returns `: did you mean "…"?` for the nearest candidate, or "".
func Hint(name string, among []string) string {
	if nearest, ok := Nearest(name, among); ok {
		return fmt.Sprintf(": did you mean %q?", nearest)
	}
	return ""
}

// Distance is the number of edits from a to b, as Nearest counts them, in bytes:
// the optimal string alignment distance.
func Distance(a, b string) int {
	var before []int // the row before the previous one
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
