package program

// A number is a number literal in the text, taken apart.
type number struct {
	end   int   // offset behind it, or -1
	value int64 // if small
	small bool  // an integer of up to 18 digits, without fraction and exponent
}

// number reads the number at i.
func (m *Machine) number(i int) number {
	b, j := m.text, i
	negative := false
	if j < len(b) && b[j] == '-' {
		negative = true
		j++
	}
	first := j
	var n int64
	for j < len(b) && b[j]-'0' <= 9 {
		n = n*10 + int64(b[j]-'0')
		j++
	}
	if j == first || b[first] == '0' && j > first+1 {
		return number{end: m.syntax(i)}
	}
	if j < len(b) && (b[j] == '.' || b[j]|0x20 == 'e') {
		return number{end: m.fraction(i, j)}
	}
	if j-first > 18 {
		return number{end: m.limited(i, j)}
	}
	if negative {
		n = -n
	}
	return number{end: j, value: n, small: true}
}

// fraction reads on at a point or an exponent.
func (m *Machine) fraction(i, j int) int {
	if m.at(j) == '.' {
		digits := m.digits(j + 1)
		if digits == j+1 {
			return m.syntax(i)
		}
		j = digits
	}
	if m.at(j)|0x20 == 'e' {
		j++
		if c := m.at(j); c == '+' || c == '-' {
			j++
		}
		digits := m.digits(j)
		if digits == j {
			return m.syntax(i)
		}
		j = digits
	}
	return m.limited(i, j)
}

func (m *Machine) digits(j int) int {
	for j < len(m.text) && m.text[j]-'0' <= 9 {
		j++
	}
	return j
}

// Limits of a number literal, those of internal/jsonschema: what is beyond is
// for a slower judge to refuse.
const (
	maxDigits   = 10_000
	maxExponent = 10_000
)

// limited returns j, the end of the number at i, if it is within the limits.
func (m *Machine) limited(i, j int) int {
	if m.lax {
		return j
	}
	mantissa := j
	for k := i; k < j; k++ {
		if m.text[k]|0x20 == 'e' {
			mantissa = k
			break
		}
	}
	if mantissa-i > maxDigits || mantissa < j && abs(exponent(m.text[mantissa+1:j])) > maxExponent {
		return m.unsure(i)
	}
	return j
}

func abs(n int) int { return max(n, -n) }

// exponent reads the digits of an exponent; beyond a billion they are all alike.
func exponent(b []byte) int {
	n, negative := 0, b[0] == '-'
	for _, c := range b {
		if c-'0' <= 9 && n < 1e9 {
			n = n*10 + int(c-'0')
		}
	}
	if negative {
		return -n
	}
	return n
}
