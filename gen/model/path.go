package model

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// JoinKey appends a key to a path in the form of issues: a key that is not an identifier is quoted in brackets.
func JoinKey(path, key string) string {
	if !plainKey(key) {
		return path + "[" + strconv.Quote(key) + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// plainKey reports whether a key needs no quotes in a path.
func plainKey(key string) bool {
	for i, r := range key {
		switch {
		case r == '_' || r != utf8.RuneError && unicode.IsLetter(r):
		case i > 0 && unicode.IsDigit(r):
		default:
			return false
		}
	}
	return key != ""
}
