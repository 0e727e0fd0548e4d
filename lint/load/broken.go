package load

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
)

// A Broken package did not type-check whole.
type Broken struct {
	Path  string
	Dir   string
	First error // the first that is wrong
	More  int   // further errors
	Whole bool  // nothing of it could be analysed
}

// At returns where the first error is, as far as that is known, and what it
// says.
func (b Broken) At() (token.Position, string) {
	var typed types.Error
	var syntax scanner.ErrorList
	switch {
	case errors.As(b.First, &typed):
		return typed.Fset.Position(typed.Pos), typed.Msg
	case errors.As(b.First, &syntax) && len(syntax) > 0:
		return syntax[0].Pos, syntax[0].Msg
	}
	return token.Position{}, b.First.Error()
}

func (b Broken) String() string {
	switch {
	case b.Whole:
		return fmt.Sprintf("%s: not analysed: %s", b.Path, b.First)
	case b.More > 0:
		return fmt.Sprintf("%s: analysed in part: %s (and %d more)", b.Path, b.First, b.More)
	}
	return fmt.Sprintf("%s: analysed in part: %s", b.Path, b.First)
}
