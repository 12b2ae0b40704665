package formats

import (
	"strings"
	"testing"
)

// TestFormatsByTheWord compares checks that read eight bytes at a time with byte-by-byte checks, for every byte
// in every position.
func TestFormatsByTheWord(t *testing.T) {
	t.Parallel()
	isDateByBytes := func(s string) bool {
		if len(s) != 10 || s[4] != '-' || s[7] != '-' {
			return false
		}
		century, ok1 := twoDigits(s, 0)
		year, ok2 := twoDigits(s, 2)
		month, ok3 := twoDigits(s, 5)
		day, ok4 := twoDigits(s, 8)
		return ok1 && ok2 && ok3 && ok4 && 1 <= month && month <= 12 && 1 <= day && day <= daysOf(month, century*100+year)
	}
	isUUIDByBytes := func(s string) bool {
		if len(s) != 36 {
			return false
		}
		for i := range len(s) {
			if hyphen := strings.IndexByte("\x08\x0d\x12\x17", byte(i)) >= 0; hyphen && s[i] != '-' || !hyphen && !isHex(s[i]) {
				return false
			}
		}
		return true
	}
	for _, c := range []struct {
		name           string
		check, byBytes func(string) bool
		seeds          []string
	}{
		{"date", isDate, isDateByBytes, []string{"2024-02-29", "2023-02-28", "1900-12-31", "2000-01-01", "0000-10-30", "９-01-01", "2024-1-011"}},
		{"uuid", isUUID, isUUIDByBytes, []string{"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "FFFFFFFF-0000-9999-AAAA-ffffffffffff", "2eb8aa08aa98-11ea-b4aa-73b441d1638000"}},
	} {
		for _, seed := range c.seeds {
			text := []byte(seed)
			for i := range text {
				for b := range 256 {
					text[i] = byte(b)
					for _, next := range []byte{seed[(i+1)%len(seed)], byte(b), '0', '-', '/', ':', 0xff} {
						j := (i + 1) % len(seed)
						text[j] = next
						if s := string(text); c.check(s) != c.byBytes(s) {
							t.Fatalf("%s %q: %v, want %v", c.name, s, c.check(s), c.byBytes(s))
						}
						text[j] = seed[j]
					}
				}
				text[i] = seed[i]
			}
		}
	}
	for year := range 10000 {
		for _, end := range []string{"-02-28", "-02-29", "-02-30", "-04-30", "-04-31", "-12-31", "-13-01", "-00-31", "-01-00", "-01-32"} {
			s := string([]byte{'0' + byte(year/1000), '0' + byte(year/100%10), '0' + byte(year/10%10), '0' + byte(year%10)}) + end
			if isDate(s) != isDateByBytes(s) {
				t.Fatalf("date %q: %v", s, isDate(s))
			}
		}
	}
}
