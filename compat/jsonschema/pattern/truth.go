package pattern

// truth is a statement about a string of which only the start is known.
type truth int8

const (
	no   truth = -1
	open truth = 0
	yes  truth = 1
)

// settled evaluates the condition as far as its programs are settled.
func (c condition) settled(of func(*program) truth) truth {
	result := yes
	switch {
	case c.program != nil:
		result = of(c.program)
	case c.any:
		result = no
		for _, part := range c.parts {
			result = max(result, part.settled(of))
		}
	default:
		for _, part := range c.parts {
			result = min(result, part.settled(of))
		}
	}
	if c.negated {
		return -result
	}
	return result
}
