package formats

import "github.com/toolgen/toolgen/runtime/internal/word"

// IsDateTime checks a date-time, RFC 3339, section 5.6.
func IsDateTime(s string) bool {
	return len(s) > 10 && s[10]|0x20 == 't' && isDate(s[:10]) && isTime(s[11:])
}

// isDate checks a full-date, RFC 3339, section 5.6.
func isDate(s string) bool {
	if len(s) != 10 {
		return false
	}
	// Year and month are checked in one word: XOR with "0000-00-" must leave only digits, and zero at the
	// hyphens.
	const hyphens = 0xff<<32 | 0xff<<56
	w := word.Load(s, 0) ^ (word.LowBits*'0' ^ ('0'^'-')<<32 ^ ('0'^'-')<<56)
	day, ok := twoDigits(s, 8)
	if (w+word.LowBits*(0x80-10)|w)&word.HighBits != 0 || w&hyphens != 0 || !ok {
		return false
	}
	month := int(w>>40&0x0f*10 + w>>48&0x0f)
	if day <= 28 {
		return 1 <= day && 1 <= month && month <= 12
	}
	century, _ := twoDigits(s, 0)
	year, _ := twoDigits(s, 2)
	return 1 <= month && month <= 12 && day <= daysOf(month, century*100+year)
}

func daysOf(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// isTime checks a full-time, RFC 3339, section 5.6. Leap seconds are inserted only at the end of a UTC day, so
// their check depends on the offset.
func isTime(s string) bool {
	if len(s) < 9 || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, ok1 := twoDigits(s, 0)
	minute, ok2 := twoDigits(s, 3)
	second, ok3 := twoDigits(s, 6)
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 60 {
		return false
	}
	rest := s[8:]
	if rest[0] == '.' {
		digits := 1
		for digits < len(rest) && decimalDigit(rest[digits]) {
			digits++
		}
		if digits == 1 || digits == len(rest) {
			return false
		}
		rest = rest[digits:]
	}
	offset, ok := offsetMinutes(rest)
	if !ok {
		return false
	}
	const day = 24 * 60
	return second < 60 || (hour*60+minute-offset+2*day)%day == day-1
}

// offsetMinutes parses a time-offset.
func offsetMinutes(s string) (minutes int, ok bool) {
	if len(s) == 1 {
		return 0, s[0]|0x20 == 'z'
	}
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, ok1 := twoDigits(s, 1)
	minute, ok2 := twoDigits(s, 4)
	if !ok1 || !ok2 || hour > 23 || minute > 59 {
		return 0, false
	}
	if s[0] == '-' {
		return -(hour*60 + minute), true
	}
	return hour*60 + minute, true
}

func twoDigits(s string, i int) (n int, ok bool) {
	tens, ones := s[i]-'0', s[i+1]-'0'
	return int(tens)*10 + int(ones), tens <= 9 && ones <= 9
}
