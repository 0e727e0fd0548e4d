package load

import "bytes"

// outline returns the source with another body in each function: what other
// packages can see of it. It reads bytes, which is several times faster than
// parsing what nobody looks at. Source that it does not understand comes back
// as it is, for the parser to judge.
func outline(src []byte, body string) []byte {
	o := outliner{src: src, body: body, out: make([]byte, 0, len(src)/2)}
	for o.at < len(src) {
		if !o.declaration() {
			return src
		}
	}
	return append(o.out, src[o.kept:]...)
}

type outliner struct {
	src, out []byte
	body     string
	at       int
	kept     int // src before it is in out, or left out
}

// declaration moves over one token outside of any body, or over a function.
func (o *outliner) declaration() bool {
	switch c := o.src[o.at]; {
	case isLetter(c):
		switch o.identifier() {
		case "func":
			return o.function()
		case "var":
			return o.variables()
		}
		return true
	case c == '(' || c == '{' || c == '[':
		return o.group()
	}
	return o.token()
}

// function moves over a signature and leaves out the body, if there is one.
func (o *outliner) function() bool {
	last := ""
	for o.at < len(o.src) {
		switch c := o.src[o.at]; {
		case c == '\n' && last != "":
			return true // no body
		case c == '{' && last != "struct" && last != "interface":
			start := o.at
			if !o.group() {
				return false
			}
			o.out = append(append(o.out, o.src[o.kept:start]...), o.body...)
			o.kept = o.at
			return true
		case c == '(' || c == '{' || c == '[':
			if !o.group() {
				return false
			}
			last = ")"
		case isLetter(c):
			last = o.identifier()
		default:
			if !o.token() {
				return false
			}
		}
	}
	return true
}

// variables moves over the declaration of one variable or of a group, and leaves
// out what long literals consist of: it says nothing about their types.
func (o *outliner) variables() bool {
	depth, last := 0, ""
	for o.at < len(o.src) {
		switch c := o.src[o.at]; {
		case c == '\n' && depth == 0:
			return true
		case c == '{':
			if !o.literal(last) {
				return false
			}
			last = ""
		case c == '(' || c == '[':
			depth++
			o.at++
		case c == ')' || c == ']':
			depth--
			o.at++
		case isLetter(c):
			last = o.identifier()
		default:
			if !o.token() {
				return false
			}
		}
	}
	return true
}

// longLiteral is from how many bytes on a literal is worth leaving out.
const longLiteral = 200

// literal moves over braces, and leaves out what is inside if it is much. The
// length of an array may be given by its elements.
func (o *outliner) literal(last string) bool {
	start := o.at
	if !o.group() {
		return false
	}
	before := o.src[max(start-60, 0):start]
	if last != "struct" && last != "interface" && o.at-start > longLiteral && !bytes.Contains(before, []byte("[...]")) {
		o.out = append(append(o.out, o.src[o.kept:start]...), "{}"...)
		o.kept = o.at
	}
	return true
}

// group moves over brackets and all that is between them.
func (o *outliner) group() bool {
	depth := 0
	for o.at < len(o.src) {
		switch o.src[o.at] {
		case '(', '{', '[':
			depth++
			o.at++
		case ')', '}', ']':
			depth--
			o.at++
			if depth == 0 {
				return true
			}
		default:
			if !o.token() {
				return false
			}
		}
	}
	return false
}

// token moves over a comment, a literal or one byte.
func (o *outliner) token() bool {
	switch c := o.src[o.at]; c {
	case '"', '\'':
		return o.quoted(c)
	case '`':
		for o.at++; o.at < len(o.src); o.at++ {
			if o.src[o.at] == '`' {
				o.at++
				return true
			}
		}
		return false
	case '/':
		return o.comment()
	}
	o.at++
	return true
}

func (o *outliner) quoted(quote byte) bool {
	for o.at++; o.at < len(o.src); o.at++ {
		switch o.src[o.at] {
		case '\\':
			o.at++
		case quote:
			o.at++
			return true
		case '\n':
			return false
		}
	}
	return false
}

func (o *outliner) comment() bool {
	rest := o.src[o.at:]
	switch {
	case len(rest) > 1 && rest[1] == '/':
		for o.at < len(o.src) && o.src[o.at] != '\n' {
			o.at++
		}
	case len(rest) > 1 && rest[1] == '*':
		for o.at += 2; o.at+1 < len(o.src); o.at++ {
			if o.src[o.at] == '*' && o.src[o.at+1] == '/' {
				o.at += 2
				return true
			}
		}
		return false
	default:
		o.at++
	}
	return true
}

func (o *outliner) identifier() string {
	start := o.at
	for o.at < len(o.src) && (isLetter(o.src[o.at]) || o.src[o.at] >= '0' && o.src[o.at] <= '9') {
		o.at++
	}
	return string(o.src[start:o.at])
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
