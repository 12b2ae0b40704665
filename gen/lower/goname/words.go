package goname

import (
	"fmt"
	"strings"
	"unicode"
)

// initialisms are words that Go spells in one case, per its code review comments.
var initialisms = map[string]bool{
	"acl": true, "api": true, "ascii": true, "cpu": true, "css": true, "csv": true, "db": true, "dns": true,
	"eof": true, "guid": true, "html": true, "http": true, "https": true, "id": true, "ip": true, "json": true,
	"jwt": true, "lhs": true, "llm": true, "mcp": true, "os": true, "pdf": true, "qps": true, "ram": true, "rhs": true, "rpc": true,
	"sdk": true, "sha": true, "sla": true, "smtp": true, "sql": true, "ssh": true, "ssl": true, "sso": true, "tcp": true, "tls": true,
	"ttl": true, "udp": true, "ui": true, "uid": true, "uri": true, "url": true, "utf8": true, "uuid": true, "vm": true,
	"xml": true, "xsrf": true, "xss": true, "yaml": true,
}

// symbolNames spell punctuation in names that have no letters or digits.
var symbolNames = map[rune]string{
	'!': "Not", '"': "Quote", '#': "Hash", '$': "Dollar", '%': "Percent", '&': "And", '\'': "Apostrophe",
	'(': "Open", ')': "Close", '*': "Star", '+': "Plus", ',': "Comma", '-': "Minus", '.': "Dot", '/': "Slash",
	':': "Colon", ';': "Semicolon", '<': "Less", '=': "Equal", '>': "Greater", '?': "Question", '@': "At",
	'[': "OpenBracket", '\\': "Backslash", ']': "CloseBracket", '^': "Caret", '_': "Underscore", '`': "Backtick",
	'{': "OpenBrace", '|': "Or", '}': "CloseBrace", '~': "Tilde", ' ': "Space", '\t': "Tab", '\n': "Newline",
}

// maxNameRunes bounds the part of a Go name that comes from one foreign name.
const maxNameRunes = 64

// Split splits a foreign name into the words of a Go name: at everything that is neither
// letter nor digit, and where lower case turns to upper case.
func Split(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = nil
		}
	}
	runes := []rune(name)
	if len(runes) > maxNameRunes {
		runes = runes[:maxNameRunes]
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i > 0 && unicode.IsUpper(r):
			before := runes[i-1]
			beginsWord := i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !pluralTail(runes, i+1)
			if unicode.IsLower(before) || unicode.IsDigit(before) || unicode.IsUpper(before) && beginsWord {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}

// pluralTail reports whether a lower-case s at i ends a plural of capitals, as in IDs.
func pluralTail(runes []rune, i int) bool {
	return runes[i] == 's' && (i+1 == len(runes) || !unicode.IsLetter(runes[i+1])) && i >= 2 && unicode.IsUpper(runes[i-2])
}

// Pascal turns a foreign name into an exported Go name, or "" where it has no letter or digit.
func Pascal(name string) string {
	var b strings.Builder
	for _, w := range Split(name) {
		b.WriteString(goWord(w))
	}
	return b.String()
}

// goWord capitalises one word.
func goWord(w string) string {
	lower := strings.ToLower(w)
	if initialisms[lower] {
		return strings.ToUpper(w)
	}
	if stem, ok := strings.CutSuffix(lower, "s"); ok && initialisms[stem] && stem != "o" {
		return strings.ToUpper(stem) + "s"
	}
	runes := []rune(w)
	if len(runes) > 1 && strings.ToUpper(w) == w {
		// SHOUTED words of enum members read better as Go words.
		runes = []rune(lower)
	}
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// Exported makes a Go name begin with an upper-case letter, as exporting needs: digits and
// letters of scripts without case get an X in front.
func Exported(name string) string {
	if name == "" {
		return ""
	}
	if r := []rune(name)[0]; !unicode.IsUpper(r) {
		return "X" + name
	}
	return name
}

// Spelled names a text by its punctuation too: "<=" is LessEqual, "+1d" is Plus1d.
func Spelled(text string) string {
	var b strings.Builder
	var word []rune
	flush := func() {
		if len(word) > 0 {
			b.WriteString(Pascal(string(word)))
			word = nil
		}
	}
	runes := []rune(text)
	if len(runes) > maxNameRunes {
		runes = runes[:maxNameRunes]
	}
	for _, r := range runes {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word = append(word, r)
		case symbolNames[r] != "":
			flush()
			b.WriteString(symbolNames[r])
		default:
			flush()
			fmt.Fprintf(&b, "U%04X", r)
		}
	}
	flush()
	return b.String()
}

// Of gives the exported Go name of a foreign name; a name without letters is spelled out.
func Of(name string) string {
	if n := Pascal(name); n != "" {
		return Exported(n)
	}
	if n := Spelled(name); n != "" {
		return Exported(n)
	}
	return "Empty"
}

// Singular gives the name of one item of a list.
func Singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "sses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"), strings.HasSuffix(name, "shes"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "ss"), strings.HasSuffix(name, "us"), strings.HasSuffix(name, "is"):
		return name + "Item"
	case strings.HasSuffix(name, "s") && len(name) > 2:
		return name[:len(name)-1]
	default:
		return name + "Item"
	}
}
