package runtime

import (
	"math"
	"reflect"
	"unicode/utf8"
)

// A string of Go may hold bytes that are not UTF-8. encoding/json writes another string then, so that
// Validate refuses it as it refuses NaN, and by the keyword that reading such a text is refused by. What
// was decoded is UTF-8, so that only Validate asks.

// Text records text that is not UTF-8, and reports whether it is.
//
//go:noinline
func (c *Checker) Text(s string) bool {
	if !isText(s) {
		c.noText()
		return false
	}
	return true
}

// Texts is Text for strings of a struct, in the order of its fields; nil is one that is not there. The
// struct is a pointer, and o the walk over it. One call serves all strings of a struct, behind the checks
// of its fields: what these have said of a string that is no text does not count.
//
//go:noinline
func (c *Checker) Texts(o *Object, of any, fields ...*string) {
	for i, s := range fields {
		if s == nil {
			continue
		}
		if n := len(*s); n >= 8 && n <= 16 && (loadText(*s, 0)|loadText(*s, n-8))&highBits == 0 { // as isText does, which is no call here
			continue
		}
		if !isText(*s) {
			c.noTexts(o, of, fields[i:])
			return
		}
	}
}

// noTexts looks at the strings one by one, and for the fields that they are: only what is at fault needs
// their names.
func (c *Checker) noTexts(o *Object, of any, strings []*string) {
	v := reflect.ValueOf(of).Elem()
	for i := 0; i < len(o.Spec.Keys) && len(strings) > 0; i++ {
		field := v.Field(i)
		if field.Kind() != reflect.Pointer {
			field = field.Addr()
		}
		if s, is := field.Interface().(*string); !is || s != strings[0] {
			continue
		}
		if s := strings[0]; s != nil && !isText(*s) {
			c.forgetField(o, i)
			c.noText()
			c.lateField(o, i)
		}
		strings = strings[1:]
	}
}

// TextItems is Text for the items of a list.
//
//go:noinline
func (c *Checker) TextItems(items []string) {
	if !textItems(items) {
		Each(c, items, CheckText)
	}
}

// CheckText is Text for an item or a member, as [Each] and [EachKey] want it.
func CheckText(s *string, c *Checker) { c.Text(*s) }

// EachText is [EachKey] with [CheckText], without putting the keys in order where nothing is wrong.
func EachText(c *Checker, m map[string]string) {
	if !textMap(m) {
		EachKey(c, m, CheckText)
	}
}

func textMap(m map[string]string) bool {
	for key, s := range m {
		if !isText(key) || !isText(s) {
			return false
		}
	}
	return true
}

func textKeys[T any](m map[string]T) bool {
	for key := range m {
		if !isText(key) {
			return false
		}
	}
	return true
}

func textItems(items []string) bool {
	for _, s := range items {
		if !isText(s) {
			return false
		}
	}
	return true
}

func (c *Checker) noText() {
	c.Violation(ValidationIssue{Constraint: constraintJSON, Message: "it is not UTF-8"})
}

// isText reports whether a string is UTF-8. Most strings are short and ASCII, for which eight bytes at a
// time, the last eight of them perhaps twice, take a third of what package utf8 does.
func isText(s string) bool {
	n := len(s)
	if n < 8 {
		if n >= 4 && (loadText32(s, 0)|loadText32(s, n-4))&uint32(highBits&math.MaxUint32) == 0 {
			return true
		}
		for i := range n {
			if s[i] >= utf8.RuneSelf {
				return utf8.ValidString(s)
			}
		}
		return true
	}
	high := loadText(s, n-8)
	for i := 0; i < n-8; i += 8 {
		high |= loadText(s, i)
	}
	return high&highBits == 0 || utf8.ValidString(s)
}
