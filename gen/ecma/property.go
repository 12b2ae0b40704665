package ecma

import "strings"

// property is a Unicode property in a class.
type property struct {
	name    string // as written, which regexp2 accepts under the same rules
	negated bool
	re2     string // its name in package regexp, "" if there is no such table
}

// resolveProperty resolves the content of \p{…}. Names must be spelled exactly as in Unicode: ECMA-262 forbids
// loose matching, see https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p. An immutable
// property is returned as a set.
func resolveProperty(name string) (p property, set Set, ok bool) {
	p = property{name: name}
	if key, value, found := strings.Cut(name, "="); found {
		switch key {
		case "General_Category", "gc":
			p.re2, ok = category(value)
		case "Script", "sc":
			p.re2, ok = scripts()[value]
			if !ok {
				ok = scriptWithoutTable(value)
			}
		case "Script_Extensions", "scx":
			_, ok = scripts()[value]
			ok = ok || scriptWithoutTable(value)
		}
		return p, nil, ok
	}
	if p.re2, ok = category(name); ok {
		return p, nil, true
	}
	if set, ok = fixedProperties[name]; ok {
		return p, set, true
	}
	if name == "Assigned" {
		return property{name: "Cn", re2: "Cn", negated: true}, nil, true
	}
	_, ok = binaryProperties()[name]
	return p, nil, ok
}

// scriptWithoutTable reports values of Script that have no table.
func scriptWithoutTable(value string) bool {
	switch value {
	case "Unknown", "Zzzz", "Katakana_Or_Hiragana", "Hrkt":
		return true
	}
	return false
}

// fixedProperties are binary properties that are immutable or have never changed. As sets they do not depend on
// the engine's tables.
var fixedProperties = map[string]Set{
	"Any":                     anySet,
	"ASCII":                   {{0, 0x7F}},
	"ASCII_Hex_Digit":         hexDigits,
	"AHex":                    hexDigits,
	"Hex_Digit":               wideHexDigits,
	"Hex":                     wideHexDigits,
	"White_Space":             whiteSpace,
	"space":                   whiteSpace,
	"Pattern_White_Space":     patternSpace,
	"Pat_WS":                  patternSpace,
	"Join_Control":            {{0x200C, 0x200D}},
	"Join_C":                  {{0x200C, 0x200D}},
	"Regional_Indicator":      {{0x1F1E6, 0x1F1FF}},
	"RI":                      {{0x1F1E6, 0x1F1FF}},
	"Noncharacter_Code_Point": nonCharacters(),
	"NChar":                   nonCharacters(),
}

var (
	hexDigits     = Set{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
	wideHexDigits = hexDigits.union(Set{{0xFF10, 0xFF19}, {0xFF21, 0xFF26}, {0xFF41, 0xFF46}})
	whiteSpace    = Set{{'\t', '\r'}, {' ', ' '}, {0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
		{0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}}
	patternSpace = Set{{'\t', '\r'}, {' ', ' '}, {0x85, 0x85}, {0x200E, 0x200F}, {0x2028, 0x2029}}
)

// nonCharacters returns the last two code points of each plane and a block of Arabic.
func nonCharacters() Set {
	s := []Range{{0xFDD0, 0xFDEF}}
	for plane := rune(0); plane <= 0x10; plane++ {
		s = append(s, Range{plane<<16 | 0xFFFE, plane<<16 | 0xFFFF})
	}
	return setOf(s...)
}
