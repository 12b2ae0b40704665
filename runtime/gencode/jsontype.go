package gencode

import (
	"math/bits"
	"strings"
)

// JSONType is a set of the types of JSON Schema. A single value has one of them: a number with
// zero fraction is an integer, any other a number.
type JSONType uint8

// The types of JSON Schema.
const (
	TypeNull JSONType = 1 << iota
	TypeBoolean
	TypeInteger // a number with zero fraction, however it is written
	TypeNumber  // any number; a set that has it accepts integers too
	TypeString
	TypeArray
	TypeObject
)

var jsonTypeNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// jsonTypeValues are the names as issues hold them. Being static, they spare each type issue three
// allocations.
var jsonTypeValues = [...]any{"null", "boolean", "integer", "number", "string", "array", "object"}

// single is the position of the name of a set that one name tells; ok is false for other sets.
func (t JSONType) single() (i int, ok bool) {
	if t&TypeNumber != 0 {
		t &^= TypeInteger
	}
	return bits.TrailingZeros8(uint8(t)), t != 0 && t&(t-1) == 0
}

// Accepts reports whether a value of type kind is in the set.
func (t JSONType) Accepts(kind JSONType) bool {
	return t&kind != 0 || (kind == TypeInteger && t&TypeNumber != 0)
}

// Names lists the names of the set as an issue shows them: the null type last, and integer only
// where number does not say it already.
func (t JSONType) Names() []string {
	if t&TypeNumber != 0 {
		t &^= TypeInteger
	}
	var names []string
	for i, name := range jsonTypeNames[1:] {
		if t&(1<<(i+1)) != 0 {
			names = append(names, name)
		}
	}
	if t&TypeNull != 0 {
		names = append(names, "null")
	}
	return names
}

// String is the name of a single type, or the names of a set joined by "|".
func (t JSONType) String() string {
	if i, ok := t.single(); ok {
		return jsonTypeNames[i]
	}
	return strings.Join(t.Names(), "|")
}

// expected is what a type issue shows: one name as a string, several as a list.
func (t JSONType) expected() any {
	if i, ok := t.single(); ok {
		return jsonTypeValues[i]
	}
	return t.Names()
}
