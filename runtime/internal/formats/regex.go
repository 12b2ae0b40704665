package formats

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// isRegex checks the syntax of ECMA-262 regular expressions, section 22.2.1, with the unbalanced brackets and
// braces that annex B allows. Escapes follow the u flag, as in schema patterns: an escape of an unknown
// property, an unknown group or an undefined character is rejected, since engines of other languages interpret
// it differently.
func isRegex(s string) bool {
	r := regexChecker{s: s}
	return r.disjunction() && r.references()
}

type regexChecker struct {
	s      string
	at     int
	groups []bool // open groups; true if they may be repeated
	names  map[string]bool
	refs   []string

	captures int    // number of capturing groups
	highest  string // highest group number referenced
}

func (r *regexChecker) more() bool { return r.at < len(r.s) }

func (r *regexChecker) eat(prefix string) bool {
	if strings.HasPrefix(r.s[r.at:], prefix) {
		r.at += len(prefix)
		return true
	}
	return false
}

// disjunction parses the whole expression. Groups are kept in a list, so nesting does not use the stack.
func (r *regexChecker) disjunction() bool {
	repeatable := false // a quantifier may follow
	for r.more() {
		c := r.s[r.at]
		switch c {
		case '(':
			if !r.open() {
				return false
			}
			repeatable = false
			continue
		case ')':
			n := len(r.groups)
			if n == 0 {
				return false
			}
			repeatable = r.groups[n-1]
			r.groups = r.groups[:n-1]
			r.at++
			continue
		case '*', '+', '?':
			r.at++
			if !repeatable {
				return false
			}
			r.eat("?")
			repeatable = false
			continue
		case '{':
			if ok, is := r.braces(); is {
				if !ok || !repeatable {
					return false
				}
				r.eat("?")
				repeatable = false
				continue
			}
			r.at++
		case '|', '^', '$':
			r.at++
			repeatable = false
			continue
		case '[':
			if !r.class() {
				return false
			}
		case '\\':
			assertion := r.at+1 < len(r.s) && r.s[r.at+1]|0x20 == 'b'
			if _, _, ok := r.escape(false); !ok {
				return false
			}
			repeatable = !assertion
			continue
		default:
			_, size := utf8.DecodeRuneInString(r.s[r.at:])
			r.at += size
		}
		repeatable = true
	}
	return len(r.groups) == 0
}

// open parses the start of a group or look-around.
func (r *regexChecker) open() bool {
	r.at++
	repeatable := true
	switch {
	case !r.eat("?"):
		r.captures++
	case r.eat(":"), r.eat("="), r.eat("!"):
	case r.eat("<="), r.eat("<!"):
		repeatable = false
	case r.eat("<"):
		name, ok := r.groupName()
		if !ok {
			return false
		}
		if r.names == nil {
			r.names = map[string]bool{}
		}
		r.names[name] = true
		r.captures++
	default:
		if !r.modifiers() {
			return false
		}
	}
	r.groups = append(r.groups, repeatable)
	return true
}

// modifiers parses i, m and s, switched on or off, and the colon.
func (r *regexChecker) modifiers() bool {
	start, seen := r.at, ""
	for r.more() && strings.IndexByte("ims-", r.s[r.at]) >= 0 {
		if strings.IndexByte(seen, r.s[r.at]) >= 0 {
			return false
		}
		seen = r.s[start : r.at+1]
		r.at++
	}
	return seen != "" && seen != "-" && r.eat(":")
}

// groupName parses a group name and the closing angle bracket.
func (r *regexChecker) groupName() (name string, ok bool) {
	end := strings.IndexByte(r.s[r.at:], '>')
	if end < 0 {
		return "", false
	}
	name = r.s[r.at : r.at+end]
	r.at += end + 1
	return name, fieldpath.IsIdentifier(strings.ReplaceAll(name, "$", "_"))
}

// braces parses {n}, {n,} or {n,m} if present; ok is false if n is greater than m.
func (r *regexChecker) braces() (ok, is bool) {
	i := r.at + 1
	low, i, found := regexNumber(r.s, i)
	if !found {
		return false, false
	}
	high := low
	if i < len(r.s) && r.s[i] == ',' {
		if high, i, found = regexNumber(r.s, i+1); !found {
			high = low
		}
	}
	if i >= len(r.s) || r.s[i] != '}' {
		return false, false
	}
	r.at = i + 1
	return decimal.Compare(low, high) <= 0, true
}

func regexNumber(s string, i int) (digits string, end int, ok bool) {
	start := i
	for i < len(s) && decimalDigit(s[i]) {
		i++
	}
	return s[start:i], i, i > start
}

// class parses a character class.
func (r *regexChecker) class() bool {
	r.at++
	r.eat("^")
	for r.more() && r.s[r.at] != ']' {
		low, single, ok := r.classAtom()
		if !ok {
			return false
		}
		if !strings.HasPrefix(r.s[r.at:], "-") || strings.HasPrefix(r.s[r.at:], "-]") {
			continue
		}
		r.at++
		if !r.more() {
			return false
		}
		high, singleHigh, ok := r.classAtom()
		if !ok || single && singleHigh && low > high {
			return false
		}
	}
	return r.eat("]")
}

// classAtom parses one member of a class; single is false for a member that is itself a class.
func (r *regexChecker) classAtom() (char rune, single, ok bool) {
	if r.s[r.at] == '\\' {
		return r.escape(true)
	}
	char, size := utf8.DecodeRuneInString(r.s[r.at:])
	r.at += size
	return char, true, true
}

// references checks that each back-reference names an existing group.
func (r *regexChecker) references() bool {
	if isHigher(r.highest, strconv.Itoa(r.captures)) {
		return false
	}
	for _, ref := range r.refs {
		if !r.names[ref] {
			return false
		}
	}
	return true
}
