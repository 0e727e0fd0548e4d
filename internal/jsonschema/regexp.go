package jsonschema

import (
	"fmt"
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
)

// matchTimeout limits one match of a pattern that needs backtracking.
const matchTimeout = 250 * time.Millisecond

// A matcher searches a string for an ECMA-262 pattern.
type matcher interface {
	fmt.Stringer
	MatchString(s string) bool
}

// compilePattern reads an ECMA-262 pattern (u flag). It runs in linear time
// unless the pattern has look-arounds or back-references.
func compilePattern(pattern string) (matcher, error) {
	translated, err := translate(pattern, false)
	if err != nil {
		return nil, err
	}
	if re, err := regexp.Compile(translated); err == nil {
		return linear{re, pattern}, nil
	}
	translated, err = translate(pattern, true)
	if err != nil {
		return nil, err
	}
	re, err := regexp2.Compile(translated, regexp2.Unicode)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", clip(pattern), err)
	}
	re.MatchTimeout = matchTimeout
	return backtracking{re, pattern}, nil
}

type linear struct {
	re      *regexp.Regexp
	pattern string
}

func (m linear) String() string            { return m.pattern }
func (m linear) MatchString(s string) bool { return m.re.MatchString(s) }

type backtracking struct {
	re      *regexp2.Regexp
	pattern string
}

func (m backtracking) String() string { return m.pattern }

// timeout is the panic of a match that takes too long; guard turns it into an
// error, for no answer would be right.
type timeout time.Duration

func (t timeout) Error() string {
	return fmt.Sprintf("a pattern takes longer than %v to match", time.Duration(t))
}

func (m backtracking) MatchString(s string) bool {
	ok, err := m.re.MatchString(s)
	if err != nil {
		panic(timeout(matchTimeout))
	}
	return ok
}

// plain reports whether Go's regexp reads the pattern as ECMA-262 does, so
// that it may go to a library that knows no other engine.
func plain(pattern string) bool {
	translated, err := translate(pattern, false)
	if err != nil || translated != pattern {
		return false
	}
	_, err = regexp.Compile(pattern)
	return err == nil
}
