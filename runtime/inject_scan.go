package runtime

import (
	"bytes"
	"encoding/json"
)

// The functions of this file go through text that is known to be JSON.

// skipBlank is the offset of the first byte from at that is not white space.
func skipBlank(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// endOfString is the offset after the string that begins at an offset.
func endOfString(text []byte, at int) int {
	for at++; at < len(text); at++ {
		switch text[at] {
		case '"':
			return at + 1
		case '\\':
			at++
		}
	}
	return len(text)
}

// endOfValue is the offset after the value that begins at an offset.
func endOfValue(text []byte, at int) int {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case '"':
			if at = endOfString(text, at); depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return at + 1 + min(depth, 0) // the bracket of what is around a scalar is not part of it
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

// rawMember is a member of an object, or an item of an array, whose key is "".
type rawMember struct {
	key   string
	value json.RawMessage
}

// rawMembers lists the members of an object or the items of an array in the order of the text.
func rawMembers(text []byte) []rawMember {
	var list []rawMember
	dec := json.NewDecoder(bytes.NewReader(text))
	open, err := dec.Token()
	for err == nil && dec.More() {
		var m rawMember
		if open == json.Delim('{') {
			var key json.Token
			if key, err = dec.Token(); err != nil {
				break
			}
			m.key, _ = key.(string)
		}
		if err = dec.Decode(&m.value); err == nil {
			list = append(list, m)
		}
	}
	return list
}
