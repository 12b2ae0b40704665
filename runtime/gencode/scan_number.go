package gencode

// scanNumber finds the end of the number that begins at offset at, and whether it is written
// as an integer, without fraction and exponent. It faults where there is no number.
// See https://www.rfc-editor.org/rfc/rfc8259#section-6.
func (d *Decoder) scanNumber(at int) (end int, integer, ok bool) {
	src := d.src
	i := at
	if src[i] == '-' {
		i++
	}
	switch {
	case src[i] == '0':
		i++
		if isDigit(src[i]) {
			d.syntax(i, "no digit after a leading zero")
			return at, false, false
		}
	case isDigit(src[i]):
		i = skipDigits(src, i)
	default:
		d.syntax(i, "a digit")
		return at, false, false
	}
	integer = true
	if src[i] == '.' {
		integer = false
		if i++; !isDigit(src[i]) {
			d.syntax(i, "a digit after the decimal point")
			return at, false, false
		}
		i = skipDigits(src, i)
	}
	if src[i] == 'e' || src[i] == 'E' {
		integer = false
		if i++; src[i] == '+' || src[i] == '-' {
			i++
		}
		if !isDigit(src[i]) {
			d.syntax(i, "a digit of the exponent")
			return at, false, false
		}
		i = skipDigits(src, i)
	}
	return i, integer, true
}

// numberText reads the number that is next and gives it as it is written.
func (d *Decoder) numberText() (text string, integer, ok bool) {
	start := d.pos
	end, integer, ok := d.scanNumber(start)
	if !ok {
		return "", false, false
	}
	d.pos = end
	return d.cut(start, end), integer, true
}

// skipNumber is numberText for a number that nobody wants.
func (d *Decoder) skipNumber() {
	if end, _, ok := d.scanNumber(d.pos); ok {
		d.pos = end
	}
}

func isDigit(c byte) bool { return c-'0' <= 9 }

func skipDigits(src []byte, i int) int {
	for isDigit(src[i]) {
		i++
	}
	return i
}
