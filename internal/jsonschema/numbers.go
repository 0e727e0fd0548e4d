package jsonschema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// Limits of a number literal. The libraries expand numbers to exact fractions,
// which takes memory in proportion to the exponent.
const (
	maxExponent = 10_000 // absolute value
	maxDigits   = 10_000
)

// checkNumbers returns an error that names the first number beyond the limits.
func checkNumbers(n *jsondoc.Node) error {
	switch n.Kind {
	case jsondoc.Number:
		return checkNumber(n.Text)
	case jsondoc.Array:
		for _, item := range n.Items {
			if err := checkNumbers(item); err != nil {
				return err
			}
		}
	case jsondoc.Object:
		for _, m := range n.Members {
			if err := checkNumbers(m.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkNumber(literal string) error {
	digits, exponent := literal, ""
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		digits, exponent = literal[:i], literal[i+1:]
	}
	if len(digits) > maxDigits {
		return fmt.Errorf("number of %d digits is over the limit of %d", len(digits), maxDigits)
	}
	if exponent == "" {
		return nil
	}
	if e, err := strconv.Atoi(exponent); err != nil || e > maxExponent || e < -maxExponent {
		return fmt.Errorf("exponent %s of a number is beyond the limit of ±%d", clip(exponent), maxExponent)
	}
	return nil
}
