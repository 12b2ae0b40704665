package toolblock

import (
	"bytes"
	"regexp"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// html is a kind of HTML block in which fences are not recognized: comments, declarations, and elements with literal
// text. It begins and ends with lines that match. Blocks that end at a blank line are not treated specially, because
// models put tags of their own around text with fences; thoughts are the exception. See
// https://spec.commonmark.org/0.31.2/#html-blocks, conditions 1 to 5.
type html struct{ start, end func() *regexp.Regexp }

var htmlBlocks = [...]html{
	{lazy.Pattern(`(?i)^<(script|pre|style|textarea)([ \t>]|$)`), lazy.Pattern(`(?i)</(script|pre|style|textarea)>`)},
	{lazy.Pattern(`^<!--`), lazy.Pattern(`-->`)},
	{lazy.Pattern(`^<\?`), lazy.Pattern(`\?>`)},
	{lazy.Pattern(`(?i)^<![a-z]`), lazy.Pattern(`>`)},
	{lazy.Pattern(`(?i)^<!\[cdata\[`), lazy.Pattern(`\]\]>`)},
}

// thoughtTag begins a thought: an element in which a model puts its reasoning. Its content calls nothing.
var thoughtTag = lazy.Pattern(`(?i)^<(thinking|think|reasoning)([ \t>]|$)`)

// maxLineText is how much of a line is searched for the end of an HTML block or a thought.
const maxLineText = 1 << 20

// collect keeps text of a line that may begin or end an HTML block or a thought.
func (m *markdown) collect(c byte) {
	if (m.mode == inHTML || m.mode == inText && len(m.text) > 0 || m.thought != "") && len(m.text) < maxLineText {
		m.text = append(m.text, c)
	}
}

// beginHTML enters the HTML block or the thought that begins with the line, unless it ends there, too.
func (m *markdown) beginHTML() {
	if len(m.text) == 0 {
		return
	}
	for _, block := range htmlBlocks {
		if block.start().Match(m.text) && !block.end().Match(m.text) {
			m.mode, m.html, m.orphan = inHTML, block, 0
		}
	}
	if tag := thoughtTag().FindSubmatch(m.text); tag != nil && m.thought == "" {
		m.thought = string(bytes.ToLower(tag[1]))
		m.endThought()
	}
}

// endThought ends the thought if the line contains its closing tag outside of code, or in inline code that is
// unterminated.
func (m *markdown) endThought() (ended bool) {
	if m.thought == "" {
		return false
	}
	tag := []byte("</" + m.thought + ">")
	for text := bytes.ToLower(m.text); len(text) > 0 && !ended; {
		var after []byte
		if i := bytes.IndexByte(text, '`'); i >= 0 {
			code := bytes.TrimLeft(text[i:], "`")
			if end := endOfCode(code, len(text)-i-len(code)); end >= 0 {
				text, after = text[:i], code[end:]
			}
		}
		ended = bytes.Contains(text, tag)
		text = after
	}
	m.text = m.text[:0]
	if ended {
		m.thought = ""
	}
	return ended
}

// endOfCode returns the offset after the backticks that end inline code, -1 if there are none.
func endOfCode(text []byte, backticks int) int {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '`')
		if i < 0 {
			return -1
		}
		rest := len(bytes.TrimLeft(text[at+i:], "`"))
		if n := len(text) - at - i - rest; n == backticks {
			return len(text) - rest
		}
		at = len(text) - rest
	}
}
