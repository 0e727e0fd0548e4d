package program

// quickFormat returns a check that accepts the most common form of a format and
// leaves the rest to the library; nil if there is none.
func quickFormat(name string) func([]byte) bool {
	switch name {
	case "uuid":
		return quickUUID
	case "date":
		return quickDate
	case "date-time":
		return quickDateTime
	case "ipv4":
		return quickIPv4
	}
	return nil
}

func quickUUID(b []byte) bool { return shaped(b, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") }

// quickDate leaves the last days of a month to the calendar.
func quickDate(b []byte) bool {
	return shaped(b, "dddd-dd-dd") && between(b[5:7], 1, 12) && between(b[8:10], 1, 28)
}

// quickDateTime takes times in UTC, to the second or with a fraction.
func quickDateTime(b []byte) bool {
	if len(b) < len("2026-03-01T09:30:00Z") || b[len(b)-1] != 'Z' || b[10] != 'T' || !quickDate(b[:10]) {
		return false
	}
	if !shaped(b[11:19], "dd:dd:dd") || !between(b[11:13], 0, 23) || !between(b[14:16], 0, 59) || !between(b[17:19], 0, 59) {
		return false
	}
	fraction := b[19 : len(b)-1]
	for i, c := range fraction {
		if (i == 0) != (c == '.') || i > 0 && c-'0' > 9 {
			return false
		}
	}
	return len(fraction) != 1
}

// quickIPv4 takes addresses of which each part has one or two digits and does
// not begin with 0.
func quickIPv4(b []byte) bool {
	parts, digits := 1, 0
	for _, c := range b {
		switch {
		case c == '.' && digits > 0:
			parts, digits = parts+1, 0
		case c-'0' > 9 || digits == 0 && c == '0' || digits == 2:
			return false
		default:
			digits++
		}
	}
	return parts == 4 && digits > 0
}

// shaped compares a text with a form in which d is a digit and x a hex digit.
func shaped(b []byte, form string) bool {
	if len(b) != len(form) {
		return false
	}
	for i, c := range b {
		switch form[i] {
		case 'd':
			if c-'0' > 9 {
				return false
			}
		case 'x':
			if c-'0' > 9 && (c|0x20)-'a' > 5 {
				return false
			}
		default:
			if c != form[i] {
				return false
			}
		}
	}
	return true
}

func between(b []byte, low, high int) bool {
	n := int(b[0]-'0')*10 + int(b[1]-'0')
	return n >= low && n <= high
}
