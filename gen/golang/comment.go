package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

const (
	commentWidth = 96   // columns of text
	commentLimit = 1200 // runes per comment
	wordLimit    = 200  // runes per word, such as a URL
)

// comment makes a comment of foreign text: each element of paragraphs starts a new line, an empty one makes a
// blank line, and one that begins with a tab is code. It is the only function that puts foreign text into comments.
//
// Whatever the text holds, the result is a run of "// " lines: every line break of Unicode splits,
// control and format characters (bidirectional overrides among them) are dropped, and nothing
// begins like a directive or like the markup that gofmt would rewrite.
func comment(paragraphs ...string) jen.Code {
	return commentOf(commentLines(paragraphs))
}

// docComment is comment with the paragraph for deprecated declarations, which is kept even if the text is
// truncated.
func docComment(deprecated bool, paragraphs ...string) jen.Code {
	lines := commentLines(paragraphs)
	if deprecated {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "Deprecated: marked as deprecated in the schema.")
	}
	return commentOf(lines)
}

func commentOf(lines []string) jen.Code {
	if len(lines) == 0 {
		return jen.Null()
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, "\t") {
			line = " " + line
		}
		lines[i] = strings.TrimRight("//"+line, " ")
	}
	return jen.Comment(strings.Join(lines, "\n"))
}

// shortComment is the one-line form, for the end of a line of code.
func shortComment(text string) jen.Code {
	lines := commentLines([]string{text})
	if len(lines) == 0 {
		return jen.Null()
	}
	line := model.Cut(lines[0], 60)
	if len(lines) > 1 {
		line = strings.TrimSuffix(line, "…") + "…"
	}
	return jen.Comment("// " + line)
}

func commentLines(paragraphs []string) []string {
	var lines []string
	left := commentLimit
	for _, paragraph := range paragraphs {
		for _, source := range splitLines(paragraph) {
			if left <= 0 {
				break
			}
			wrapped := wrapWords(cleanWords(source), &left)
			if len(wrapped) == 0 {
				wrapped = []string{""}
			}
			for _, line := range wrapped {
				if strings.HasPrefix(paragraph, "\t") {
					line = "\t" + line // code
				} else {
					line = harmless(line)
				}
				if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
					lines = append(lines, line)
				}
			}
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i := 1; i+1 < len(lines); i++ {
		if lines[i-1] == "" && lines[i+1] == "" {
			lines[i] = noHeading(lines[i])
		}
	}
	return lines
}

// noHeading ends a single line with a full stop, so that gofmt does not turn it into a heading.
func noHeading(line string) string {
	if r, _ := utf8.DecodeLastRuneInString(line); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return line + "."
	}
	return line
}

func splitLines(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Split(strings.Map(func(r rune) rune {
		if isLineBreak(r) {
			return '\n'
		}
		return r
	}, s), "\n")
}

// isLineBreak reports whether Go, Unicode or editors treat r as a line break.
func isLineBreak(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// cleanWords splits a line at white space and removes invalid characters.
func cleanWords(line string) []string {
	line = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r) || r == unicode.ReplacementChar:
			return -1 // control, format, private use
		}
		return r
	}, line)
	return strings.Fields(strings.ReplaceAll(line, "*/", "* /"))
}

// typographicQuotes are what gofmt replaces these quotes with.
var typographicQuotes = strings.NewReplacer("``", "“", "''", "”")

// wrapWords fills lines of commentWidth runes and subtracts their length from *left.
func wrapWords(words []string, left *int) []string {
	var lines []string
	var line []rune
	for i, word := range words {
		w := []rune(word)
		if len(w) > wordLimit {
			w = append(w[:wordLimit:wordLimit], '…')
		}
		if *left -= len(w) + 1; *left <= 0 {
			line = append(line, []rune(" …")...)
			break
		}
		// A long name is not left alone in its line: linters look for a sentence that begins with it.
		if i != 1 && len(line) > 0 && len(line)+1+len(w) > commentWidth {
			lines = append(lines, strings.TrimSpace(string(line)))
			line = nil
		}
		if len(line) > 0 {
			line = append(line, ' ')
		}
		line = append(line, w...)
	}
	if len(line) > 0 {
		lines = append(lines, strings.TrimSpace(string(line)))
	}
	return lines
}

// harmless escapes what tools would interpret in a line: quotes that gofmt rewrites, and at its start a build
// constraint, a heading, or a link definition.
func harmless(line string) string {
	line = strings.TrimLeft(typographicQuotes.Replace(line), "#/ ")
	switch {
	case strings.HasPrefix(line, "+build"), strings.HasPrefix(line, "go:"):
		return "(" + line + ")"
	case strings.HasPrefix(line, "["):
		return strings.ReplaceAll(line, "]:", "] :")
	}
	return line
}
